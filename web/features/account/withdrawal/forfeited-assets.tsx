import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { PointBalance } from '#contract/transactions/transactions.ts'
import { formatCount, formatMonthDay, formatTime, formatWon } from '#web/lib/format.ts'
import { withdrawalMessages } from './messages.ko.ts'
import { apiRequest } from '#web/api/client.ts'
import { billingKeys, subscriptionQuery } from '#web/features/billing/queries.ts'
import { isActiveSubscription } from '#web/features/billing/subscription/use-subscription.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MemberSubscription } from '#contract/transactions/subscriptions.ts'
import { TextLink } from '#web/ui/base/text-link.tsx'

const messages = withdrawalMessages.consequences

/** The maximum page size; a larger number of purchases is shown as `100+`. */
const maxPageSize = 100

/** Both balances and the refundable amount of every entry. */
export const refundablePointsQuery = queryOptions({
  queryKey: billingKeys.pointBalancePage(maxPageSize),
  queryFn: () => apiRequest(transactions.listPoints, { query: { limit: maxPageSize } }),
  staleTime: 0,
})

/** Refunded won. `isMinimum`: the plan refund may include an earlier charge. */
type WithdrawalRefund = { points: number; plan: number; isMinimum: boolean }

/** Refundable won of all points, less spent bonus points; null if there are more entries than one page. */
const refundablePoints = ({ count, results }: PointBalance): number | null =>
  count > results.length
    ? null
    : results.reduce((sum, { refundable }) => sum + (refundable?.amount ?? 0), 0)

/** A scheduled withdrawal, in the history state of the success page. */
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

const activePurchasesQuery = queryOptions({
  queryKey: billingKeys.purchases({ limit: maxPageSize }),
  queryFn: () => apiRequest(transactions.listPurchases, { query: { limit: maxPageSize } }),
  staleTime: 0,
})

/** Lists the assets that the member forfeits by withdrawal, and those that are refunded first. */
export function ForfeitedAssets() {
  const balance = useQuery(refundablePointsQuery)
  const memberSubscription = useQuery(subscriptionQuery)
  const purchases = useQuery(activePurchasesQuery)
  const subscription = isActiveSubscription(memberSubscription.data?.subscription)
    ? memberSubscription.data.subscription
    : null
  const episodes = purchases.data?.results.filter(({ state }) => state === 'active').length ?? 0
  return (
    <>
      <ForfeitedItem icon="star" title={messages.points}>
        <QueryText query={balance} fallback={messages.points_detail}>
          {balance.data && <ForfeitedPoints balance={balance.data} />}
        </QueryText>
      </ForfeitedItem>
      <ForfeitedItem icon="monitor" title={messages.plan}>
        <QueryText query={memberSubscription} fallback={messages.plan_detail}>
          {subscription
            ? subscription.failed
              ? messages.plan_owed(subscription.plan.name)
              : messages.plan_running(
                  subscription.plan.name,
                  `${formatMonthDay(subscription.period_end)} ${formatTime(subscription.period_end)}`,
                )
            : messages.no_plan}
          {subscription?.refundable.is_refundable && (
            <span className="mt-1 block font-semibold text-foreground">
              {messages.plan_refund(formatWon(subscription.refundable.amount))}{' '}
              {subscription.refundable.reverts_to_plan && messages.plan_before}
            </span>
          )}
        </QueryText>
      </ForfeitedItem>
      <ForfeitedItem icon="film_reel" title={messages.purchases}>
        <QueryText query={purchases} fallback={messages.purchases_detail}>
          {episodes > 0
            ? messages.purchases_counted(
                (purchases.data?.count ?? 0) > maxPageSize
                  ? `${formatCount(episodes)}+`
                  : formatCount(episodes),
              )
            : messages.no_purchases}
        </QueryText>
      </ForfeitedItem>
    </>
  )
}

function ForfeitedPoints({ balance }: { balance: PointBalance }) {
  const { paid_point, event_point } = balance
  const refund = refundablePoints(balance)
  return (
    <>
      {(paid_point > 0 || Number(refund) > 0) && <p>{messages.points_paid(paid_point, refund)}</p>}
      {event_point > 0 && <p>{messages.points_event(event_point)}</p>}
      {paid_point + event_point + Number(refund) === 0 && messages.no_points}
    </>
  )
}

/** Shows `children` once loaded, a placeholder before, and a general text with a retry button on errors. */
function QueryText({
  query,
  fallback,
  children,
}: {
  query: UseQueryResult<unknown>
  fallback: string
  children: ReactNode
}) {
  if (query.data) return children
  if (!query.isError)
    return <span aria-hidden="true" className="shimmer mt-1 block h-4 w-56 rounded-control" />
  return (
    <>
      {fallback} <TextLink onClick={() => void query.refetch()}>{messages.unread}</TextLink>
    </>
  )
}

export function ForfeitedItem({
  icon,
  title,
  children,
}: {
  icon: IconName
  title: string
  children: ReactNode
}) {
  return (
    <li className="flex gap-4">
      <Icon name={icon} className="mt-1 size-6 text-accent" />
      <div className="min-w-0">
        <p className="text-base font-semibold">{title}</p>
        <div className="text-sm text-pretty text-foreground-muted">{children}</div>
      </div>
    </li>
  )
}
