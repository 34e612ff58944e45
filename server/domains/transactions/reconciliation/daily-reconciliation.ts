import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import type { ManualCase } from './manual-cases.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { reconcile } from './reconcile.ts'

const day = 86_400_000

/** By then whatever was paid before midnight is settled, as a rule. */
const settledAfter = 3 * 3_600_000

/** When the day began in Seoul. */
export const seoulDayStart = (at: Date): Date =>
  new Date(Math.floor((at.getTime() + seoulUtcOffsetMs) / day) * day - seoulUtcOffsetMs)

/** Compared again before each day, in ms: the gateway may list a transaction late, and an order may settle late. */
const overlap = 6 * 3_600_000

/**
 * Compares every day that has not been compared yet, up to last midnight in Seoul, from three in the morning (P9). A day that
 * was compared stays so: after an interruption the next run goes on with the day after it. Differences are kept and logged as
 * an error.
 * @param signal ends it between two lists of the gateway.
 * @throws when the gateway does not answer.
 */
export async function reconcileDaily(
  parts: PaymentDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const now = parts.clock.now()
  const end = seoulDayStart(now)
  if (!parts.payments.isEnabled || now.getTime() < end.getTime() + settledAfter) return
  const last = await parts.db
    .selectFrom('reconciliations')
    .select('to_at')
    .where('is_daily', '=', true)
    .orderBy('to_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  let from = last ? new Date(last.to_at) : new Date(end.getTime() - day)
  let open_cases: ManualCase[] = []
  while (from < end && !signal?.aborted) {
    const to = new Date(Math.min(from.getTime() + day, end.getTime()))
    const options = { is_daily: true, overlap_ms: overlap, signal }
    const compared = await reconcile(parts, { from, to }, options)
    open_cases = compared.open_cases
    if (compared.differences.length > 0)
      parts.log.error(
        { reconciliation: compared.id, differences: compared.differences.length },
        'payments: the gateway’s books and ours do not agree; npm run reconcile shows where',
      )
    from = to
  }
  if (open_cases.length > 0)
    parts.log.error(
      { open_cases: open_cases.map((one) => one.id) },
      'payments: money that the gateway does not give back waits for somebody; npm run reconcile shows it',
    )
}
