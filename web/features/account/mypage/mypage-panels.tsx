import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { PointBalance, Purchase } from '#contract/transactions/transactions.ts'
import { formatCount, formatMonthDay, formatPoints } from '#web/lib/format.ts'
import { mypageMessages } from './messages.ko.ts'
import { pointBalanceQuery } from '#web/features/billing/queries.ts'
import { billingKeys } from '#web/features/billing/query-keys.ts'
import { pointsPath, purchasesPath, rentalsPath } from '#web/routing/account-paths.ts'
import { episodePath, videoPath } from '#web/routing/paths.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { Panel } from '#web/ui/layout/panel.tsx'
import { purchasesMessages, rentalSummary } from '#web/features/billing/purchases/messages.ko.ts'
import { apiRequest } from '#web/api/client.ts'
import {
  episodeLabel,
  episodeFullTitle,
  PlayBadge,
} from '#web/features/catalog/cards/episode-card.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { Link } from 'react-router'

/** Both balances, what expires first within 30 days (D-54), and the link to top up. */
export function PointsPanel() {
  const balance = useQuery(pointBalanceQuery)
  return (
    <Panel
      title={mypageMessages.points}
      more={
        <ButtonLink to={pointsPath} className="-my-1.5 px-4 text-sm">
          {mypageMessages.top_up}
        </ButtonLink>
      }
    >
      {balance.data && <Balance balance={balance.data} />}
      {balance.isPending && <PointsPanelSkeleton />}
      {balance.isError && !balance.data && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-base">{mypageMessages.points_failed}</p>
          <Button icon="retry" busy={balance.isFetching} onClick={() => void balance.refetch()}>
            {mypageMessages.retry}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Balance({ balance: { paid_point, event_point, expiring } }: { balance: PointBalance }) {
  const soonest = expiring[0]
  return (
    <>
      <p className="tabular-nums text-3xl font-extrabold">
        {formatCount(paid_point + event_point)}
        <span className="ml-0.5 text-xl text-accent">P</span>
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-3 text-sm">
        {(
          [
            [mypageMessages.paid_point, paid_point],
            [mypageMessages.event_point, event_point],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt className="text-foreground-subtle">{name}</dt>
            <dd className="tabular-nums font-semibold">{formatPoints(value)}</dd>
          </div>
        ))}
      </dl>
      {soonest && (
        <p className="mt-3 flex items-center gap-2 text-sm text-accent-bright tabular-nums">
          <Icon name="clock" className="size-4" />
          {mypageMessages.expiring(soonest.amount, formatMonthDay(soonest.expires_at))}
        </p>
      )}
    </>
  )
}

function PointsPanelSkeleton() {
  return (
    <div aria-hidden="true" className="[--color-surface:var(--color-surface-raised)]">
      <div className="shimmer h-9 w-28 rounded-sm" />
      <div className="shimmer mt-3 h-10 w-40 rounded-sm" />
    </div>
  )
}

/** Number of purchases in a row. */
const maxPurchases = 4

/** More than shown, since some are expired or refunded. */
const maxLoaded = 20

const latestQuery = queryOptions({
  queryKey: billingKeys.purchases({ limit: maxLoaded }),
  queryFn: () => apiRequest(transactions.listPurchases, { query: { limit: maxLoaded } }),
  staleTime: 0,
})

/** The latest playable purchases. */
export function PurchasesPanel() {
  const latest = useQuery(latestQuery)
  const purchases = latest.data?.results.filter(({ state }) => state === 'active') ?? []
  const hasOnlyRentals =
    purchases.length > 0 && purchases.every(({ expires_at }) => expires_at !== null)
  return (
    <Panel
      title={mypageMessages.purchases}
      className="mt-3 md:mt-4"
      more={
        <ButtonLink
          to={hasOnlyRentals ? rentalsPath : purchasesPath}
          variant="ghost"
          className="-my-2 -mr-3 px-3 text-sm"
        >
          {mypageMessages.see_purchases}
        </ButtonLink>
      }
    >
      {latest.isPending && <PurchasesPanelSkeleton />}
      {latest.isError && !latest.data && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-base">{mypageMessages.purchases_failed}</p>
          <Button icon="retry" busy={latest.isFetching} onClick={() => void latest.refetch()}>
            {mypageMessages.retry}
          </Button>
        </div>
      )}
      {latest.data && purchases.length === 0 && (
        <p className="text-base text-foreground-muted">{mypageMessages.purchases_empty}</p>
      )}
      {purchases.length > 0 && (
        <ul className="mt-4 grid grid-cols-2 gap-x-3 gap-y-4 md:grid-cols-4">
          {purchases.slice(0, maxPurchases).map((purchase) => (
            <li key={purchase.id} className="min-w-0">
              <PurchaseCard purchase={purchase} now={latest.dataUpdatedAt} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function PurchaseCard({ purchase, now }: { purchase: Purchase; now: number }) {
  const { episode, expires_at } = purchase
  const isPlayable = episode.video_state === 'ready'
  const name = episodeFullTitle(episode)
  return (
    <article className="group relative">
      <div className="relative overflow-hidden rounded-md">
        <ResponsiveImage
          url={episode.thumbnail_url}
          kind="thumbnail"
          color={episode.thumbnail_color}
          sizes="(min-width: 48rem) 240px, 45vw"
        />
        {isPlayable && <PlayBadge />}
      </div>
      <h3 className="mt-2 line-clamp-1 text-sm font-semibold">
        <Link
          to={isPlayable ? videoPath(episode.id) : episodePath(episode)}
          aria-label={
            isPlayable ? purchasesMessages.play(name) : purchasesMessages.see_episode(name)
          }
          className="stretched-link"
        >
          {episode.series.title}
        </Link>
      </h3>
      {episode.series.is_series && (
        <p className="line-clamp-1 text-xs text-foreground-subtle">{episodeLabel(episode)}</p>
      )}
      {expires_at && (
        <p className="mt-0.5 line-clamp-1 text-xs text-accent-bright tabular-nums">
          {rentalSummary(purchase, now)}
        </p>
      )}
    </article>
  )
}

function PurchasesPanelSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="mt-4 grid grid-cols-2 gap-3 [--color-surface:var(--color-surface-raised)] md:grid-cols-4"
    >
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className="shimmer aspect-video rounded-md" />
      ))}
    </div>
  )
}
