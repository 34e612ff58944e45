import { seoulOffset } from '#contract/seoul.ts'
import type { MoneyParts } from '../parts.ts'
import { reconcile } from './reconcile.ts'

const day = 86_400_000

/** By then whatever was paid before midnight is settled, as a rule. */
const settledAfter = 3 * 3_600_000

/** When the day began in Seoul. */
export const dayStart = (at: Date): Date =>
  new Date(Math.floor((at.getTime() + seoulOffset) / day) * day - seoulOffset)

/**
 * P9, once a day from three in the morning: all days that nobody looked at yet, up to last midnight in Seoul. What does not
 * agree is logged as an error and kept. While the gateway does not answer the next round tries again.
 */
export async function reconcileDaily(parts: MoneyParts): Promise<void> {
  const now = parts.clock.now()
  const to = dayStart(now)
  if (!parts.payments.sells || now.getTime() < to.getTime() + settledAfter) return
  const last = await parts.db
    .selectFrom('reconciliations')
    .select('to_at')
    .where('is_daily', '=', true)
    .orderBy('to_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const from = last ? new Date(last.to_at) : new Date(to.getTime() - day)
  if (from >= to) return
  const { id, differences, open_cases } = await reconcile(parts, { from, to }, { is_daily: true })
  if (differences.length > 0)
    parts.log.error(
      { reconciliation: id, differences: differences.length },
      'payments: the gateway’s books and ours do not agree; npm run reconcile shows where',
    )
  if (open_cases.length > 0)
    parts.log.error(
      { open_cases: open_cases.map((one) => one.id) },
      'payments: money that the gateway does not give back waits for somebody; npm run reconcile shows it',
    )
}
