import { cardMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import type { ContinueWatchingCard } from '#contract/contents/watch-history.ts'
import {
  continueWatchingMessages,
  remainingTimeLabel,
} from '#web/features/library/history/messages.ko.ts'
import { flushUnsentProgress } from '#web/session/progress-outbox.ts'
import { call } from '#web/api/client.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { isApiError } from '#web/api/error-message.ts'
import { historyPath, episodePath, videoPath } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Badge } from '#web/ui/base/badge.tsx'
import {
  episodeLabel,
  PlayBadge,
  landscapeImageSizes,
} from '#web/features/catalog/cards/episode-card.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import { Link } from 'react-router'

const continueQuery = queryOptions({
  queryKey: ['watching', 'continue'],
  queryFn: async () => {
    // Of the film one comes from, the last seconds may be under way yet.
    await flushUnsentProgress(1_500)
    return (
      await call(viewerEndpoints.watch_history.listContinueWatching, { query: { limit: 20 } })
    ).results
  },
  // Whoever comes back from the player sees where he is now.
  staleTime: 0,
})

type Slot = {
  /** In the place of the row until it is there; nothing where no row was expected. */
  skeleton: ReactNode
  /** Learns whether there is any card, before the row is painted. */
  onCards: (any: boolean) => void
}

/** 이어보기 (D-45): of each series the episode to go on with. */
export function ContinueWatchingRail(slot: Slot) {
  return (
    <MemberQueryProvider>
      <Cards {...slot} />
    </MemberQueryProvider>
  )
}

function Cards({ skeleton, onCards }: Slot) {
  const cards = useQuery(continueQuery)
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const any = cards.data && cards.data.length > 0
  useLayoutEffect(() => {
    if (any !== undefined) onCards(any)
  }, [any, onCards])

  async function takeOff(card: ContinueWatchingCard) {
    const { series_id, episode } = card
    const { queryKey } = continueQuery
    // What is being read just now still has it.
    await client.cancelQueries(continueQuery)
    const before = client.getQueryData(queryKey) ?? []
    const at = before.findIndex((one) => one.series_id === series_id)
    if (at < 0) return
    client.setQueryData(
      queryKey,
      before.filter((one) => one.series_id !== series_id),
    )
    // The button that had the focus is gone: the card that took its place has it, or what follows the row.
    requestAnimationFrame(() => {
      const links = place.current?.querySelectorAll<HTMLElement>('article a')
      links?.item(Math.min(at, links.length - 1))?.focus({ preventScroll: true })
    })
    try {
      await call(viewerEndpoints.watch_history.dismissContinueWatching, {
        params: { id: series_id },
      })
      toasts.show(continueWatchingMessages.removed(episode.series.title))
    } catch (error) {
      // Gone from the row elsewhere: as it was wanted.
      if (isApiError(error, 'not_found')) return
      client.setQueryData(queryKey, (now = []) => now.toSpliced(Math.min(at, now.length), 0, card))
      toasts.show(continueWatchingMessages.remove_failed, 'danger')
    }
  }

  if (cards.data)
    return (
      <div ref={place}>
        <Rail title={continueWatchingMessages.title} to={historyPath} shape="still">
          {cards.data.map((card) => (
            <ResumeCard key={card.series_id} card={card} onTakeOff={() => void takeOff(card)} />
          ))}
        </Rail>
      </div>
    )
  if (!skeleton || !cards.isError) return skeleton
  return (
    <section aria-label={continueWatchingMessages.title} className="page-gutter">
      <h2 className="text-lg font-bold md:text-2xl">{continueWatchingMessages.title}</h2>
      <div role="alert" className="mt-4 flex flex-wrap items-center gap-4">
        <p className="text-base text-foreground-muted">{continueWatchingMessages.failed}</p>
        <Button icon="retry" busy={cards.isFetching} onClick={() => void cards.refetch()}>
          {continueWatchingMessages.retry}
        </Button>
      </div>
    </section>
  )
}

/** The episode to go on with, how far it is, and the cross that takes its series off the row. */
export function ResumeCard({
  card,
  onTakeOff,
}: {
  card: ContinueWatchingCard
  onTakeOff: () => void
}) {
  const { episode, progress } = card
  const { series } = episode
  const isNext = progress === 0
  const share = progress / Math.max(1, episode.runtime)
  const rest = isNext
    ? continueWatchingMessages.next
    : remainingTimeLabel(episode.runtime - progress)
  return (
    <article className="group relative min-w-0">
      <ResponsiveImage
        url={episode.thumbnail_url}
        kind="thumbnail"
        color={episode.thumbnail_color}
        sizes={landscapeImageSizes}
        className="hover-zoom rounded-md shadow-card"
      >
        {isNext && (
          <Badge tone="gam" className="absolute top-2 left-2">
            {continueWatchingMessages.next}
          </Badge>
        )}
        {!isNext && (
          <>
            <Badge tone="dark" className="absolute right-2 bottom-2.5">
              {rest}
            </Badge>
            <span className="absolute inset-x-0 bottom-0">
              <ProgressBar
                thin
                value={share}
                label={cardMessages.watched(Math.round(share * 100))}
              />
            </span>
          </>
        )}
        <PlayBadge />
      </ResponsiveImage>
      <h3 className="mt-2.5 truncate text-sm font-semibold md:text-base">
        <Link
          to={episode.video_state === 'ready' ? videoPath(episode.id) : episodePath(episode)}
          className="stretched-link"
        >
          {series.title}
          <span className="sr-only">
            , {series.is_series && `${episodeLabel(episode)}, `}
            {rest}
          </span>
        </Link>
      </h3>
      <p aria-hidden="true" className="truncate text-xs text-foreground-subtle md:text-sm">
        {series.is_series ? episodeLabel(episode) : rest}
      </p>
      <button
        type="button"
        aria-label={continueWatchingMessages.remove(series.title)}
        title={continueWatchingMessages.remove(series.title)}
        onClick={onTakeOff}
        className="absolute top-0 right-0 z-action flex size-11 items-center justify-center rounded-full before:absolute before:inset-1.5 before:z-behind before:rounded-full before:bg-background-deep/75 hover:before:bg-background-deep"
      >
        <Icon name="close" className="size-4" />
      </button>
    </article>
  )
}
