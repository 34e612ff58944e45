import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { ManualCase } from './manual-case-queries.ts'
import { reconcile } from './reconcile.ts'
import { readLastDailyEnd } from './reconciliation-queries.ts'

const day = 86_400_000

/** Delay after midnight, in ms, by which payments of the day before are normally complete. */
const startDelayMs = 3 * 3_600_000

/** Returns the start of the day in Seoul. */
export const seoulDayStart = (at: Date): Date =>
  new Date(Math.floor((at.getTime() + seoulUtcOffsetMs) / day) * day - seoulUtcOffsetMs)

/** Time before each day that is compared again, in ms: the gateway may list late, and orders may complete late. */
const overlapMs = 6 * 3_600_000

/**
 * Reconciles every day that is not reconciled yet, up to last midnight in Seoul, from 03:00 (P9). Completed days are kept, so
 * the next run resumes after an interruption. Differences are stored and logged as an error.
 * @param signal stops the run between two list requests to the gateway.
 * @throws if the gateway does not answer.
 */
export async function reconcileDaily(
  deps: PaymentDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const now = deps.clock.now()
  const end = seoulDayStart(now)
  if (!deps.payments.isEnabled || now.getTime() < end.getTime() + startDelayMs) return
  let from = (await readLastDailyEnd(deps.db)) ?? new Date(end.getTime() - day)
  let manual_cases: ManualCase[] = []
  while (from < end && !signal?.aborted) {
    const to = new Date(Math.min(from.getTime() + day, end.getTime()))
    const options = { is_daily: true, overlap_ms: overlapMs, signal }
    const compared = await reconcile(deps, { from, to }, options)
    manual_cases = compared.manual_cases
    if (compared.differences.length > 0)
      deps.log.error(
        { reconciliation: compared.id, differences: compared.differences.length },
        'payments: the gateway’s books and ours do not agree; npm run reconcile shows where',
      )
    from = to
  }
  if (manual_cases.length > 0)
    deps.log.error(
      { manual_cases: manual_cases.map(({ id }) => id) },
      'payments: manual cases are open; npm run reconcile lists them',
    )
}
