import { pointsMessages } from './messages.ko.ts'
import { openRefundDialog } from '#web/features/billing/purchases/refund-dialog.tsx'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { pointsPath, pointExpiryPath } from '#web/routing/account-paths.ts'
import type { Route } from './+types/points.route.ts'
import type { PointLot } from '#contract/transactions/transactions.ts'
import { formatCount, formatPoints } from '#web/lib/format.ts'
import {
  alwaysStale,
  billingKeys,
  offsetPages,
  pageSize,
  pointBalanceQuery,
} from '#web/features/billing/queries.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { QueryPlaceholder, EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { useQuery, useInfiniteQuery, infiniteQueryOptions } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PointHistory, PointHistorySkeleton } from './point-history.tsx'
import { packageGridClass, TopUpPackages } from './top-up-packages.tsx'
import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import { refundBlockedReasons } from '#web/features/billing/purchases/messages.ko.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { InfiniteList } from '#web/ui/layout/infinite-list.tsx'
import { useRef } from 'react'
import { apiRequest } from '#web/api/client.ts'

/** Point expiry entries. What remains of a top-up is refundable at any time. */
function PointExpiryList() {
  const query = useInfiniteQuery(expiringPointsQuery)
  const container = useRef<HTMLDivElement>(null)

  async function refundLot({ title, refundable, order_id }: PointLot) {
    if (!refundable || !order_id) return
    const isRefunded = await openRefundDialog({
      kind: 'points',
      title,
      refundable,
      request: { order_id },
    })
    // The refund button had the focus and is gone.
    if (isRefunded) container.current?.focus()
  }

  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      <InfiniteList
        list={query}
        skeleton={<PointHistorySkeleton />}
        empty={
          <EmptyState icon="clock" title={pointsMessages.empty_expiry} heading="h3">
            {pointsMessages.empty_expiry_detail}
          </EmptyState>
        }
      >
        {(lots, now) => (
          <ul className="mt-1 divide-y divide-border">
            {lots.map((lot) => (
              <li key={lot.id}>
                <PointExpiryItem lot={lot} now={now} onRefund={() => void refundLot(lot)} />
              </li>
            ))}
          </ul>
        )}
      </InfiniteList>
    </div>
  )
}

function PointExpiryItem({
  lot,
  now,
  onRefund,
}: {
  lot: PointLot
  now: number
  onRefund: () => void
}) {
  const { refundable, expires_at, remaining, amount } = lot
  const isExpired = expires_at !== null && Date.parse(expires_at) <= now
  const isSpent = remaining === 0 || isExpired
  const blockedReason = refundable?.ineligibility_reason
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={lot.kind === 'event' && !isSpent ? 'accent_subtle' : 'neutral'}>
            {pointsMessages.kind(lot.kind)}
          </Badge>
          <span className={`text-base font-semibold ${isSpent ? 'text-foreground-subtle' : ''}`}>
            {lot.title}
          </span>
        </p>
        <p className="mt-1 text-sm tabular-nums text-foreground-muted">
          {remaining === 0
            ? blockedReason === 'already_refunded'
              ? refundBlockedReasons.already_refunded
              : pointsMessages.lot_empty
            : pointsMessages.lot_remaining(remaining, amount)}
        </p>
        <p className="text-xs text-foreground-subtle tabular-nums md:text-sm">
          {pointsMessages.lot_received(lot.transaction_date)}
          {expires_at &&
            (remaining > 0 || isExpired) &&
            ` · ${isExpired ? pointsMessages.lot_expired(expires_at) : pointsMessages.lot_until(expires_at)}`}
        </p>
      </div>
      {blockedReason === 'bonus_spent' && (
        <p className="basis-full text-xs text-foreground-subtle md:text-sm">
          {refundBlockedReasons.bonus_spent}
        </p>
      )}
      {refundable?.is_refundable && (
        <Button
          variant="outline"
          className="px-4"
          aria-label={pointsMessages.refund_of(lot.title)}
          onClick={onRefund}
        >
          {pointsMessages.refund}
        </Button>
      )}
    </div>
  )
}

/** All entries of the member, newest first. */
const expiringPointsQuery = infiniteQueryOptions({
  queryKey: billingKeys.expiringPoints,
  queryFn: ({ pageParam: offset }) =>
    apiRequest(transactions.listPoints, { query: { limit: pageSize, offset } }),
  ...offsetPages(),
  ...alwaysStale,
})

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = pointsMessages
  return pageMeta(matches, { title, description, path: pointsPath, noindex: true })
}

export const handle: MypagePageHandle = { title: pointsMessages.title, Skeleton: PointsSkeleton }

type Balances = { event_point: number; paid_point: number }

/** Balances, expiring points, top-up packages and history. */
export default function PointsPage() {
  const balance = useQuery(pointBalanceQuery)
  const [query] = useSearchParams()
  const showsExpiry = query.get('kind') === 'lots'
  if (!balance.data) return <QueryPlaceholder query={balance} skeleton={<PointsSkeleton />} />
  return (
    <>
      <div className="grid gap-3 md:grid-cols-2 md:gap-4">
        <Balance points={balance.data} />
        <ExpiringPoints expiring={balance.data.expiring} />
      </div>
      <TopUpPackages />
      <section aria-label={pointsMessages.tabs} className="mt-10 md:mt-12">
        <NavTabs
          label={pointsMessages.tabs}
          tabs={[
            { key: 'moves', to: pointsPath, title: pointsMessages.history, selected: !showsExpiry },
            {
              key: 'lots',
              to: pointExpiryPath,
              title: pointsMessages.expiry,
              selected: showsExpiry,
            },
          ]}
        />
        {showsExpiry ? <PointExpiryList /> : <PointHistory />}
      </section>
    </>
  )
}

const cardClass = 'panel p-5 md:p-7'

function Balance({ points: { event_point, paid_point } }: { points: Balances }) {
  return (
    <section
      className={`${cardClass} bg-[radial-gradient(26rem_16rem_at_0%_0%,var(--color-accent-subtle),transparent)]`}
    >
      <h2 className="mb-2 text-sm font-semibold text-foreground-muted">{pointsMessages.balance}</h2>
      <p className="tabular-nums text-3xl font-extrabold md:text-4xl">
        {formatCount(paid_point + event_point)}
        <span className="ml-1 text-xl text-accent md:text-2xl">P</span>
      </p>
      <dl className="mt-4 grid grid-cols-2 gap-3 text-sm">
        {(
          [
            [pointsMessages.paid, paid_point],
            [pointsMessages.event, event_point],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt className="text-foreground-subtle">{name}</dt>
            <dd className="tabular-nums text-base font-semibold">{formatPoints(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Points that expire within 30 days, soonest first. */
function ExpiringPoints({
  expiring,
}: {
  expiring: readonly { kind: 'event' | 'paid'; amount: number; expires_at: string }[]
}) {
  return (
    <section className={cardClass}>
      <h2 className="mb-2 flex items-center gap-2 text-sm font-semibold text-foreground-muted">
        <Icon name="clock" className={`size-5 ${expiring.length > 0 ? 'text-accent' : ''}`} />
        {pointsMessages.expiring_title}
      </h2>
      {expiring.length === 0 ? (
        <p className="text-base">{pointsMessages.none_expiring}</p>
      ) : (
        <ul className="space-y-2">
          {expiring.map(({ kind, amount, expires_at }) => (
            <li
              key={`${kind} ${expires_at}`}
              className="flex items-baseline justify-between gap-4 tabular-nums"
            >
              <span className="text-base font-semibold">
                {pointsMessages.expiring(kind, amount)}
              </span>
              <span className="text-sm text-accent-bright">
                {pointsMessages.expires_on(expires_at)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-sm text-foreground-subtle">{pointsMessages.order_of_use}</p>
    </section>
  )
}

function PointsSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="grid gap-3 md:grid-cols-2 md:gap-4">
        <div className="shimmer h-44 rounded-sheet md:h-50" />
        <div className="shimmer h-32 rounded-sheet md:h-50" />
      </div>
      <div className="mt-10 md:mt-12">
        <div className="shimmer h-6 w-28 rounded-control" />
        <div className={packageGridClass}>
          {[0, 1, 2, 3, 4, 5, 6].map((index) => (
            <div key={index} className="shimmer min-h-14 rounded-card sm:min-h-24" />
          ))}
        </div>
      </div>
      <PointHistorySkeleton />
    </div>
  )
}
