/**
 * `npm run reconcile [-- FROM [TO]]`: compares the gateway's books with ours (P9), both ways, and prints where they do not
 * agree. Days in Seoul as 2026-11-21, both included; from yesterday until now unless told.
 * Below stands money that the gateway refused to give back, of whatever day, until it is closed:
 * `npm run reconcile -- close CASE NOTE`.
 * Ends with 0 where they agree and nothing is open, 1 where not, 2 where it could not be told.
 */
import { moneyParts } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import {
  closeCase,
  dayStart,
  differencesTable,
  reconcile,
  type Span,
} from '#server/domains/transactions/index.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { createLog } from '#server/kernel/log.ts'
import { StartupFault } from '#server/kernel/startup-fault.ts'
import { runTask } from './command-line.ts'
import { withDatabase } from './house.ts'

const day = 86_400_000

await runTask(async () => {
  const [first, ...given] = process.argv.slice(2)
  return first === 'close' ? close(given) : run(spanOf(process.argv.slice(2)))
}, 2)

function spanOf([from, to, ...others]: string[]): Span {
  const dayOf = (text: string) => {
    const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00+09:00`) : undefined
    if (!at || Number.isNaN(at.getTime()))
      throw new StartupFault('Usage: npm run reconcile -- [2026-11-20 [2026-11-21]]')
    return at
  }
  if (others.length > 0) throw new StartupFault('At most two days: the first and the last.')
  const now = new Date()
  const begin = from ? dayOf(from) : new Date(dayStart(now).getTime() - day)
  const end = to ? new Date(Math.min(dayOf(to).getTime() + day, now.getTime())) : now
  if (begin >= end) throw new StartupFault('The first day is after the last, or not there yet.')
  return { from: begin, to: end }
}

async function run(span: Span): Promise<number> {
  if (!readConfig(process.env).gateway)
    throw new StartupFault('No gateway is set up: there is nothing to compare with.')
  return withDatabase({ name: 'reconcile' }, async ({ config, database }) => {
    const log = createLog('error', 'reconcile')
    const found = await reconcile(moneyParts(config, database, { clock: systemClock, log }), span)
    console.log(differencesTable(found, span))
    const agrees = found.differences.every(({ kind }) => kind === 'under_way')
    return agrees && found.open_cases.length === 0 ? 0 : 1
  })
}

async function close([text = '', ...said]: string[]): Promise<number> {
  const [id, note] = [Number(text), said.join(' ').trim()]
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647 || !note || note.length > 500)
    throw new StartupFault('Usage: npm run reconcile -- close CASE "how it was seen to"')
  return withDatabase({ name: 'reconcile' }, async ({ database: { transact } }) => {
    const closed = await transact((tx) => closeCase(tx, id, { note, now: systemClock.now() }))
    console.log(closed ? `Case ${id} is closed.` : `There is no open case ${id}.`)
    return closed ? 0 : 1
  })
}
