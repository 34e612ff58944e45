/**
 * `npm run reconcile [-- FROM [TO]]`: compares the gateway's transactions with the ledger in both directions and prints
 * the differences. Dates in Seoul as 2026-11-21, both inclusive; by default from yesterday until now. Also lists the open
 * manual cases of refunds that the gateway declined; `npm run reconcile -- close CASE NOTE` closes one.
 * Exits with 0 if there is no difference and no open case, 1 otherwise, 2 if the comparison failed.
 */
import { dayMs } from '#contract/core/seoul-time.ts'
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

await runTask(async () => {
  const [command, ...closeArguments] = process.argv.slice(2)
  return command === 'close' ? close(closeArguments) : run(parsePeriod(process.argv.slice(2)))
}, 2)

function parsePeriod([from, to, ...others]: string[]): ReconciliationPeriod {
  const dayOf = (text: string) => {
    const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00+09:00`) : undefined
    if (!at || Number.isNaN(at.getTime()))
      throw new StartupError('Usage: npm run reconcile -- [2026-11-20 [2026-11-21]]')
    return at
  }
  if (others.length > 0) throw new StartupError('At most two days: the first and the last.')
  const now = new Date()
  const start = from ? dayOf(from) : new Date(seoulDayStart(now).getTime() - dayMs)
  const end = to ? new Date(Math.min(dayOf(to).getTime() + dayMs, now.getTime())) : now
  if (start >= end) throw new StartupError('The first day is after the last, or not there yet.')
  return { from: start, to: end }
}

async function run(period: ReconciliationPeriod): Promise<number> {
  if (!readConfig(process.env).gateway)
    throw new StartupError('No gateway is set up: there is nothing to compare with.')
  return withMigratedDatabase(
    { name: 'reconcile', encrypts: true },
    async ({ config, database }) => {
      const log = createLogger('error', 'reconcile')
      const result = await reconcile(
        createPaymentDependencies(config, database, { clock: systemClock, log }),
        period,
      )
      console.log(formatReconciliation(result, period))
      const agrees = result.differences.every(({ kind }) => kind === 'under_way')
      return agrees && result.manual_cases.length === 0 ? 0 : 1
    },
  )
}

async function close([text = '', ...noteWords]: string[]): Promise<number> {
  const [id, note] = [Number(text), noteWords.join(' ').trim()]
  if (!Number.isSafeInteger(id) || id < 1 || !note || note.length > 500)
    throw new StartupError('Usage: npm run reconcile -- close CASE "how it was seen to"')
  return withMigratedDatabase({ name: 'reconcile' }, async ({ database: { transact } }) => {
    const closed = await transact((tx) => closeManualCase(tx, id, { note, now: systemClock.now() }))
    console.log(closed ? `Case ${id} is closed.` : `There is no open case ${id}.`)
    return closed ? 0 : 1
  })
}
