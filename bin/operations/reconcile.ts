/**
 * `npm run reconcile [-- FROM [TO]]`: compares the gateway's books with ours (P9), both ways, and prints where they do not
 * agree. Days in Seoul as 2026-11-21, both included; from yesterday until now unless told.
 * Below stands money that the gateway refused to give back, of whatever day, until it is closed:
 * `npm run reconcile -- close CASE NOTE`.
 * Ends with 0 where they agree and nothing is open, 1 where not, 2 where it could not be told.
 */
import { createPaymentDependencies } from '#server/composition/shared-dependencies.ts'
import { readConfig } from '#server/config.ts'
import {
  closeManualCase,
  seoulDayStart,
  formatReconciliation,
  reconcile,
  type ReconciliationPeriod,
} from '#server/domains/transactions/index.ts'
import { systemClock } from '#server/shared/clock.ts'
import { createLogger } from '#server/shared/logger.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { runTask } from './command-line.ts'
import { withMigratedDatabase } from './with-database.ts'

const day = 86_400_000

await runTask(async () => {
  const [first, ...given] = process.argv.slice(2)
  return first === 'close' ? close(given) : run(spanOf(process.argv.slice(2)))
}, 2)

function spanOf([from, to, ...others]: string[]): ReconciliationPeriod {
  const dayOf = (text: string) => {
    const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00+09:00`) : undefined
    if (!at || Number.isNaN(at.getTime()))
      throw new StartupError('Usage: npm run reconcile -- [2026-11-20 [2026-11-21]]')
    return at
  }
  if (others.length > 0) throw new StartupError('At most two days: the first and the last.')
  const now = new Date()
  const begin = from ? dayOf(from) : new Date(seoulDayStart(now).getTime() - day)
  const end = to ? new Date(Math.min(dayOf(to).getTime() + day, now.getTime())) : now
  if (begin >= end) throw new StartupError('The first day is after the last, or not there yet.')
  return { from: begin, to: end }
}

async function run(span: ReconciliationPeriod): Promise<number> {
  if (!readConfig(process.env).gateway)
    throw new StartupError('No gateway is set up: there is nothing to compare with.')
  return withMigratedDatabase({ name: 'reconcile' }, async ({ config, database }) => {
    const log = createLogger('error', 'reconcile')
    const found = await reconcile(
      createPaymentDependencies(config, database, { clock: systemClock, log }),
      span,
    )
    console.log(formatReconciliation(found, span))
    const agrees = found.differences.every(({ kind }) => kind === 'under_way')
    return agrees && found.open_cases.length === 0 ? 0 : 1
  })
}

async function close([text = '', ...said]: string[]): Promise<number> {
  const [id, note] = [Number(text), said.join(' ').trim()]
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647 || !note || note.length > 500)
    throw new StartupError('Usage: npm run reconcile -- close CASE "how it was seen to"')
  return withMigratedDatabase({ name: 'reconcile' }, async ({ database: { transact } }) => {
    const closed = await transact((tx) => closeManualCase(tx, id, { note, now: systemClock.now() }))
    console.log(closed ? `Case ${id} is closed.` : `There is no open case ${id}.`)
    return closed ? 0 : 1
  })
}
