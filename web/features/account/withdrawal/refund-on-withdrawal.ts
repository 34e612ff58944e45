import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { MemberSubscription } from '#contract/transactions/subscriptions.ts'
import type { PointBalance } from '#contract/transactions/transactions.ts'
import { apiRequest } from '#web/api/client.ts'
import { billingKeys } from '#web/features/billing/query-keys.ts'
import { isActiveSubscription } from '#web/features/billing/subscription/use-subscription.ts'
import { queryOptions } from '@tanstack/react-query'

/** The maximum page size. */
const maxEntries = 100

/** Both balances and the refundable amount of every entry. */
export const refundablePointsQuery = queryOptions({
  queryKey: billingKeys.pointBalancePage(maxEntries),
  queryFn: () => apiRequest(transactions.listPoints, { query: { limit: maxEntries } }),
  staleTime: 0,
})

/** Refunded won (D-18). `isMinimum`: the plan refund may include an earlier charge. */
export type WithdrawalRefund = { points: number; plan: number; isMinimum: boolean }

/** Refundable won of all points, less spent bonus points (D-55); null if there are more entries than one page. */
export const refundablePoints = ({ count, results }: PointBalance): number | null =>
  count > results.length
    ? null
    : results.reduce((sum, { refundable }) => sum + (refundable?.amount ?? 0), 0)

/** A scheduled withdrawal, in the history state of the success page (D-122). */
export type Withdrawal = { deletes_at: string; refund: WithdrawalRefund }

/** Computes the refund from the loaded queries. */
export function withdrawalRefundOf(
  points: PointBalance | undefined,
  memberSubscription: MemberSubscription | undefined,
): WithdrawalRefund {
  const refundable = isActiveSubscription(memberSubscription?.subscription)
    ? memberSubscription.subscription.refundable
    : null
  return {
    points: (points && refundablePoints(points)) ?? 0,
    plan: refundable?.amount ?? 0,
    isMinimum: refundable?.reverts_to_plan != null,
  }
}
