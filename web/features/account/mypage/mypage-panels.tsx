import { dayMs } from '#contract/core/seoul-time.ts'
import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import type { Episode } from '#contract/contents/contents.ts'
import type { PointBalance } from '#contract/transactions/transactions.ts'
import { formatCount, formatMonthDay, formatPoints, formatTimeLeft } from '#web/lib/format.ts'
import { mypageMessages as messages } from './messages.ko.ts'
import { pointBalanceQuery, billingKeys } from '#web/features/billing/queries.ts'
import { inquiriesPath, pointsPath, rentalsPath, historyPath } from '#web/routing/account-paths.ts'
import { episodePath, homePath, videoPath } from '#web/routing/paths.ts'
import { accountKeys } from '#web/features/account/query-keys.ts'
import { inquiriesQuery } from '#web/features/support/inquiries/inquiries-query.ts'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { useAuth } from '#web/session/auth-store.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { Panel } from '#web/ui/layout/panel.tsx'
import { purchasesMessages, rentalSummary } from '#web/features/billing/purchases/messages.ko.ts'
import { groupRentals } from './group-rentals.ts'
import { apiRequest, call } from '#web/api/client.ts'
import {
  episodeLabel,
  PlayBadge,
  episodeFullTitle,
} from '#web/features/catalog/cards/episode-card.tsx'
import { PosterPlaceholder } from '#web/features/catalog/cards/poster-placeholder.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Both balances, what expires first within 30 days, and the link to top up. */
export function PointsPanel() {
  const balance = useQuery(pointBalanceQuery)
  return (
    <Panel
      title={messages.points}
      more={
        <ButtonLink to={pointsPath} className="-my-2 px-4 text-sm">
          {messages.top_up}
        </ButtonLink>
      }
    >
      {balance.data && <Balance balance={balance.data} />}
      {balance.isPending && <PointsPanelSkeleton />}
      {balance.isError && !balance.data && (
        <PanelError query={balance}>{messages.points_failed}</PanelError>
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
        <span className="ml-1 text-xl text-accent">P</span>
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-3 text-sm">
        {(
          [
            [messages.paid_point, paid_point],
            [messages.event_point, event_point],
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
          {messages.expiring(soonest.amount, formatMonthDay(soonest.expires_at))}
        </p>
      )}
    </>
  )
}

function PointsPanelSkeleton() {
  return (
    <div aria-hidden="true" className="[--color-surface:var(--color-surface-raised)]">
      <div className="shimmer h-9 w-28 rounded-control" />
      <div className="shimmer mt-3 h-10 w-40 rounded-control" />
    </div>
  )
}

/** Cards in a row. */
const maxCards = 4

const continueWatchingQuery = queryOptions({
  queryKey: accountKeys.continueWatching,
  queryFn: () => call(watch_history.listContinueWatching, { query: { limit: maxCards } }),
  staleTime: 0,
})

/** 이어보기: the episodes to resume, or the way to the first one. */
export function ContinueWatchingPanel() {
  const { user } = useAuth()
  const cards = useQuery(continueWatchingQuery)
  return (
    <Panel
      title={messages.continue_watching}
      className="grow"
      more={<MoreLink to={historyPath}>{messages.see_history}</MoreLink>}
    >
      {user.profile?.is_history_paused && (
        <p className="text-sm text-accent-bright">{messages.history_paused}</p>
      )}
      {cards.isPending && <CardRowSkeleton />}
      {cards.isError && !cards.data && (
        <PanelError query={cards}>{messages.continue_failed}</PanelError>
      )}
      {cards.data?.results.length === 0 && (
        <div className="flex flex-wrap items-center justify-between gap-4 xl:flex-col xl:py-16">
          <p className="text-base text-foreground-muted">{messages.continue_empty}</p>
          <ButtonLink to={homePath}>{messages.browse}</ButtonLink>
        </div>
      )}
      {cards.data && cards.data.results.length > 0 && (
        <CardRow>
          {cards.data.results.map(({ series_id, episode, progress }) => (
            <EpisodeTile
              key={series_id}
              episode={episode}
              note={
                progress === 0 ? messages.next_episode : formatTimeLeft(episode.runtime - progress)
              }
              progress={progress / Math.max(1, episode.runtime)}
            />
          ))}
        </CardRow>
      )}
    </Panel>
  )
}

const rentalsQuery = queryOptions({
  queryKey: billingKeys.purchases({ ownership_type_id: 2, limit: 20 }),
  queryFn: () =>
    apiRequest(transactions.listPurchases, { query: { ownership_type_id: '2', limit: 20 } }),
  staleTime: 0,
})

/** Rentals that end first, as a panel of those that end soon and one of the others. A panel without one is left out. */
export function RentalsPanels() {
  const { data, dataUpdatedAt: now } = useQuery(rentalsQuery)
  const rentals = groupRentals(data?.results ?? [], now)
  return (['ending', 'running'] as const).map(
    (group) =>
      rentals[group].length > 0 && (
        <Panel
          key={group}
          title={messages.rentals[group]}
          more={<MoreLink to={rentalsPath}>{messages.see_rentals}</MoreLink>}
        >
          <CardRow>
            {rentals[group].slice(0, maxCards).map((rental) => (
              <EpisodeTile
                key={rental.id}
                episode={rental.episode}
                note={rentalSummary(rental, now) ?? ''}
              />
            ))}
          </CardRow>
        </Panel>
      ),
  )
}

/** Days for which an answer is new. */
const newAnswerDays = 14

/** Answers of the last days to the member's inquiries. Nothing without one. */
export function AnswersPanel() {
  const { data, dataUpdatedAt: now } = useQuery(inquiriesQuery)
  const answered = (data?.results ?? [])
    .filter(({ answered_at }) => Date.parse(answered_at ?? '') > now - newAnswerDays * dayMs)
    .slice(0, 3)
  if (answered.length === 0) return null
  return (
    <Panel title={messages.answers} className="xl:col-start-2 xl:mb-4">
      <ul className="divide-y divide-border">
        {answered.map(({ id, title, answered_at }) => (
          <li key={id}>
            <Link
              to={inquiriesPath}
              className="flex min-h-14 items-center gap-3 rounded-control py-2 hover:text-accent-bright"
            >
              <Icon name="chat" className="size-5 text-accent" />
              <span className="min-w-0 grow">
                <span className="block truncate text-base font-semibold">{title}</span>
                <span className="block text-sm text-foreground-muted">
                  {messages.answered(formatMonthDay(answered_at ?? ''))}
                </span>
              </span>
              <Icon name="chevron_right" className="size-5 text-foreground-subtle" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function MoreLink({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink to={to} variant="ghost" className="-my-2 -mr-3 px-3 text-sm">
      {children}
    </ButtonLink>
  )
}

function PanelError({
  query,
  children,
}: {
  query: { isFetching: boolean; refetch: () => Promise<unknown> }
  children: string
}) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-base">{children}</p>
      <Button icon="retry" busy={query.isFetching} onClick={() => void query.refetch()}>
        {messages.retry}
      </Button>
    </div>
  )
}

/** From tablets on, one to four cards share the width, and none is wider than its picture. */
const cardRowClass =
  'mt-4 grid grid-cols-2 gap-x-3 gap-y-4 md:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] md:gap-x-4 *:max-w-md'

function CardRow({ children }: { children: ReactNode }) {
  return <ul className={cardRowClass}>{children}</ul>
}

/** A still with the title of the series, the episode and what matters about it now. */
function EpisodeTile({
  episode,
  note,
  progress,
}: {
  episode: Episode
  note: string
  /** The watched part, 0 to 1. */
  progress?: number
}) {
  const isPlayable = episode.video_state === 'ready'
  const name = episodeFullTitle(episode)
  return (
    <li className="min-w-0">
      <article className="group relative">
        <div className="relative overflow-hidden rounded-card">
          <ResponsiveImage
            url={episode.thumbnail_url}
            kind="thumbnail"
            color={episode.thumbnail_color}
            placeholder={<PosterPlaceholder title={episode.series.title} isLettered={false} />}
            sizes="(min-width: 48rem) 336px, 45vw"
          />
          {isPlayable && <PlayBadge />}
          {progress !== undefined && progress > 0 && (
            <div className="absolute inset-x-0 bottom-0">
              <ProgressBar value={progress} size="sm" />
            </div>
          )}
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
          <p className="line-clamp-1 text-sm text-foreground-muted">{episodeLabel(episode)}</p>
        )}
        <p className="line-clamp-1 text-sm text-accent-bright tabular-nums">{note}</p>
      </article>
    </li>
  )
}

function CardRowSkeleton() {
  return (
    <div
      aria-hidden="true"
      className={`${cardRowClass} [--color-surface:var(--color-surface-raised)]`}
    >
      {[0, 1].map((index) => (
        <div key={index} className="shimmer aspect-video rounded-card" />
      ))}
    </div>
  )
}
