import type { PointBalance } from '#contract/transactions/transactions.ts'
import { count, monthDay, timeOfDay, won } from '#web/lib/format.ts'
import { withdrawalCopy } from './messages.ko.ts'
import { request } from '#web/api/client.ts'
import { money, subscriptionQuery } from '#web/features/billing/queries.ts'
import { isRunning } from '#web/features/billing/subscription/use-subscription.ts'
import { Icon, type IconName } from '#web/ui/base/icon.tsx'
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { heldPointsQuery, pointsBack } from './refund-on-withdrawal.ts'

const words = withdrawalCopy.lost

/** As many as one read brings; whoever holds more is told of at least these. */
const most = 100

const heldQuery = queryOptions({
  queryKey: ['money', 'purchases', 'held'],
  queryFn: () => request(money.listPurchases, { query: { limit: most } }),
  staleTime: 0,
})

/** What of a member's money is lost and what is paid back first (D-18), from what he really has. */
export function LostMoney() {
  const balance = useQuery(heldPointsQuery)
  const mine = useQuery(subscriptionQuery)
  const held = useQuery(heldQuery)
  const subscription = isRunning(mine.data?.subscription) ? mine.data.subscription : null
  const episodes = held.data?.results.filter(({ state }) => state === 'active').length ?? 0
  return (
    <>
      <Lost icon="star" title={words.points}>
        <Read of={balance} unless={words.points_detail}>
          {balance.data && <LostPoints balance={balance.data} />}
        </Read>
      </Lost>
      <Lost icon="screen" title={words.plan}>
        <Read of={mine} unless={words.plan_detail}>
          {subscription
            ? subscription.failed
              ? words.plan_owed(subscription.plan.name)
              : words.plan_running(
                  subscription.plan.name,
                  `${monthDay(subscription.period_end)} ${timeOfDay(subscription.period_end)}`,
                )
            : words.no_plan}
          {subscription?.refundable.is_refundable && (
            <span className="mt-1 block font-semibold text-paper">
              {words.plan_refund(won(subscription.refundable.amount))}{' '}
              {subscription.refundable.reverts_to_plan && words.plan_before}
            </span>
          )}
        </Read>
      </Lost>
      <Lost icon="reel" title={words.purchases}>
        <Read of={held} unless={words.purchases_detail}>
          {episodes > 0
            ? words.purchases_counted(
                (held.data?.count ?? 0) > most ? `${count(episodes)}+` : count(episodes),
              )
            : words.no_purchases}
        </Read>
      </Lost>
    </>
  )
}

function LostPoints({ balance }: { balance: PointBalance }) {
  const { paid_point, event_point } = balance
  const back = pointsBack(balance)
  return (
    <>
      {(paid_point > 0 || Number(back) > 0) && <p>{words.points_paid(paid_point, back)}</p>}
      {event_point > 0 && <p>{words.points_event(event_point)}</p>}
      {paid_point + event_point + Number(back) === 0 && words.no_points}
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
        {words.unread}
      </button>
    </>
  )
}

export function Lost({
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
      <Icon name={icon} className="mt-0.5 size-5.5 text-gam" />
      <div className="min-w-0">
        <p className="text-base font-semibold">{title}</p>
        <div className="text-sm text-pretty text-paper-2">{children}</div>
      </div>
    </li>
  )
}
