import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { MemberSubscription } from '#contract/transactions/subscriptions.ts'
import type { PointBalance } from '#contract/transactions/transactions.ts'
import { apiRequest } from '#web/api/client.ts'
import { pointBalanceQuery } from '#web/features/billing/queries.ts'
import { isActiveSubscription } from '#web/features/billing/subscription/use-subscription.ts'
import { queryOptions } from '@tanstack/react-query'

/** As many as one read brings. */
const most = 100

/** Both balances, and every lot with what of it is paid back. */
export const refundablePointsQuery = queryOptions({
  queryKey: [...pointBalanceQuery.queryKey, 'held'],
  queryFn: () => apiRequest(transactions.listPoints, { query: { limit: most } }),
  staleTime: 0,
})

/** Won that go back to whoever leaves (D-18): for points, and for the plan, `more` where it may be a charge more than that. */
export type WithdrawalRefund = { points: number; plan: number; more: boolean }

/** Won that go back for points, less what of their bonus was spent (D-55); null where one read did not bring all. */
export const refundablePoints = ({ count, results }: PointBalance): number | null =>
  count > results.length
    ? null
    : results.reduce((sum, { refundable }) => sum + (refundable?.amount ?? 0), 0)

/** What can be said of it from what was read. */
export function withdrawalRefundOf(
  points: PointBalance | undefined,
  mine: MemberSubscription | undefined,
): WithdrawalRefund {
  const refundable = isActiveSubscription(mine?.subscription) ? mine.subscription.refundable : null
  return {
    points: (points && refundablePoints(points)) ?? 0,
    plan: refundable?.amount ?? 0,
    more: refundable?.reverts_to_plan != null,
  }
}
