import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { PointBalance } from '#contract/transactions/transactions.ts'
import { formatCount, formatMonthDay, formatTime, formatWon } from '#web/lib/format.ts'
import { withdrawalMessages } from './messages.ko.ts'
import { apiRequest } from '#web/api/client.ts'
import { subscriptionQuery } from '#web/features/billing/queries.ts'
import { isActiveSubscription } from '#web/features/billing/subscription/use-subscription.ts'
import { Icon, type IconName } from '#web/ui/base/icon.tsx'
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refundablePointsQuery, refundablePoints } from './refund-on-withdrawal.ts'

const messages = withdrawalMessages.lost

/** As many as one read brings; whoever holds more is told of at least these. */
const most = 100

const heldQuery = queryOptions({
  queryKey: ['money', 'purchases', 'held'],
  queryFn: () => apiRequest(transactions.listPurchases, { query: { limit: most } }),
  staleTime: 0,
})

/** What of a member's money is lost and what is paid back first (D-18), from what he really has. */
export function ForfeitedAssets() {
  const balance = useQuery(refundablePointsQuery)
  const mine = useQuery(subscriptionQuery)
  const held = useQuery(heldQuery)
  const subscription = isActiveSubscription(mine.data?.subscription) ? mine.data.subscription : null
  const episodes = held.data?.results.filter(({ state }) => state === 'active').length ?? 0
  return (
    <>
      <ForfeitedItem icon="star" title={messages.points}>
        <Read of={balance} unless={messages.points_detail}>
          {balance.data && <LostPoints balance={balance.data} />}
        </Read>
      </ForfeitedItem>
      <ForfeitedItem icon="screen" title={messages.plan}>
        <Read of={mine} unless={messages.plan_detail}>
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
        </Read>
      </ForfeitedItem>
      <ForfeitedItem icon="reel" title={messages.purchases}>
        <Read of={held} unless={messages.purchases_detail}>
          {episodes > 0
            ? messages.purchases_counted(
                (held.data?.count ?? 0) > most
                  ? `${formatCount(episodes)}+`
                  : formatCount(episodes),
              )
            : messages.no_purchases}
        </Read>
      </ForfeitedItem>
    </>
  )
}

function LostPoints({ balance }: { balance: PointBalance }) {
  const { paid_point, event_point } = balance
  const back = refundablePoints(balance)
  return (
    <>
      {(paid_point > 0 || Number(back) > 0) && <p>{messages.points_paid(paid_point, back)}</p>}
      {event_point > 0 && <p>{messages.points_event(event_point)}</p>}
      {paid_point + event_point + Number(back) === 0 && messages.no_points}
    </>
  )
}

/** What was read, its shape until it is; where it could not be, what holds for everybody, and once more. */
function Read({
  of,
  unless,
  children,
}: {
  of: UseQueryResult<unknown>
  unless: string
  children: ReactNode
}) {
  if (of.data) return children
  if (!of.isError)
    return <span aria-hidden="true" className="shimmer mt-1 block h-3.5 w-56 rounded-sm" />
  return (
    <>
      {unless}{' '}
      <button
        type="button"
        onClick={() => void of.refetch()}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {messages.unread}
      </button>
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
      <Icon name={icon} className="mt-0.5 size-5.5 text-accent" />
      <div className="min-w-0">
        <p className="text-base font-semibold">{title}</p>
        <div className="text-sm text-pretty text-foreground-muted">{children}</div>
      </div>
    </li>
  )
}
