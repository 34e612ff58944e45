import { cardMessages } from '#web/features/catalog/cards/messages.ko.ts'
import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import type { ContinueWatchingCard } from '#contract/watch-history/watch-history.ts'
import { continueWatchingMessages } from '#web/features/library/history/continue-watching-messages.ko.ts'
import { formatTimeLeft } from '#web/lib/format.ts'
import { localStore } from '#web/lib/browser-storage.ts'
import { emptyRowKey } from '#web/lib/inline-scripts.ts'
import { flushUnsentProgress } from '#web/session/progress-outbox.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import { call } from '#web/api/client.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { isApiError } from '#web/api/api-errors.ts'
import { episodePath, videoPath } from '#web/routing/paths.ts'
import { historyPath } from '#web/routing/account-paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Badge } from '#web/ui/base/badge.tsx'
import {
  episodeLabel,
  PlayBadge,
  landscapeImageSizes,
} from '#web/features/catalog/cards/episode-card.tsx'
import { PosterPlaceholder } from '#web/features/catalog/cards/poster-placeholder.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import { Link } from 'react-router'
import { SectionHeading } from '#web/ui/layout/headings.tsx'

const continueWatchingQuery = queryOptions({
  queryKey: contentKeys.continueWatching,
  queryFn: async () => {
    // The last seconds of the episode just left may not be sent yet.
    await flushUnsentProgress(1_500)
    return (await call(watch_history.listContinueWatching, { query: { limit: 20 } })).results
  },
  // On return from the player the progress must be current.
  staleTime: 0,
})

type RailProps = {
  /** Shown until the cards are loaded; nothing if no rail is expected. */
  skeleton: ReactNode
  /** Reports whether there are cards, before the rail is painted. */
  onLoaded: (hasCards: boolean) => void
}

/** 이어보기: one card per series, with the episode to resume. */
export function ContinueWatchingRail(slot: RailProps) {
  return (
    <MemberQueryProvider>
      <Cards {...slot} />
    </MemberQueryProvider>
  )
}

function Cards({ skeleton, onLoaded }: RailProps) {
  const cards = useQuery(continueWatchingQuery)
  const client = useQueryClient()
  const container = useRef<HTMLDivElement>(null)
  const hasCards = cards.data && cards.data.length > 0
  useLayoutEffect(() => {
    if (hasCards === undefined) return
    onLoaded(hasCards)
    // The next visit reserves the height of the rail, or not.
    if (hasCards) localStore.removeItem(emptyRowKey)
    else localStore.setItem(emptyRowKey, 'none')
  }, [hasCards, onLoaded])

  async function dismiss(card: ContinueWatchingCard) {
    const { series_id, episode } = card
    const { queryKey } = continueWatchingQuery
    // A running refetch would restore the card.
    await client.cancelQueries(continueWatchingQuery)
    const previous = client.getQueryData(queryKey) ?? []
    const index = previous.findIndex((item) => item.series_id === series_id)
    if (index < 0) return
    client.setQueryData(
      queryKey,
      previous.filter((item) => item.series_id !== series_id),
    )
    // The focused button is gone: move the focus to the card now in its place.
    requestAnimationFrame(() => {
      const links = container.current?.querySelectorAll<HTMLElement>('article a')
      links?.item(Math.min(index, links.length - 1))?.focus({ preventScroll: true })
    })
    try {
      await call(watch_history.dismissContinueWatching, {
        params: { id: series_id },
      })
      toasts.show(continueWatchingMessages.dismissed(episode.series.title))
    } catch (error) {
      // Already dismissed elsewhere.
      if (isApiError(error, 'not_found')) return
      client.setQueryData(queryKey, (current = []) =>
        current.toSpliced(Math.min(index, current.length), 0, card),
      )
      toasts.show(continueWatchingMessages.dismiss_failed, 'danger')
    }
  }

  if (cards.data)
    return (
      <div ref={container}>
        <Rail title={continueWatchingMessages.title} to={historyPath} cardShape="landscape">
          {cards.data.map((card) => (
            <ResumeCard key={card.series_id} card={card} onDismiss={() => void dismiss(card)} />
          ))}
        </Rail>
      </div>
    )
  if (!skeleton || !cards.isError) return skeleton
  return (
    <section aria-label={continueWatchingMessages.title} className="page-gutter">
      <SectionHeading>{continueWatchingMessages.title}</SectionHeading>
      <div role="alert" className="mt-4 flex flex-wrap items-center gap-4">
        <p className="text-base text-foreground-muted">{continueWatchingMessages.failed}</p>
        <Button icon="retry" busy={cards.isFetching} onClick={() => void cards.refetch()}>
          {continueWatchingMessages.retry}
        </Button>
      </div>
    </section>
  )
}

/** The episode to resume, its progress, and a button that dismisses its series from the rail. */
function ResumeCard({ card, onDismiss }: { card: ContinueWatchingCard; onDismiss: () => void }) {
  const { episode, progress } = card
  const { series } = episode
  const isNext = progress === 0
  const ratio = progress / Math.max(1, episode.runtime)
  const remaining = isNext
    ? continueWatchingMessages.next
    : formatTimeLeft(episode.runtime - progress)
  return (
    <article className="group relative min-w-0">
      <ResponsiveImage
        url={episode.thumbnail_url}
        kind="thumbnail"
        color={episode.thumbnail_color}
        placeholder={<PosterPlaceholder title={series.title} isLettered={false} />}
        sizes={landscapeImageSizes}
        className="hover-zoom rounded-card shadow-card"
      >
        {isNext && (
          <Badge tone="accent" className="absolute top-2 left-2">
            {continueWatchingMessages.next}
          </Badge>
        )}
        {!isNext && (
          <>
            <Badge tone="on_image" className="absolute right-2 bottom-2">
              {remaining}
            </Badge>
            <span className="absolute inset-x-0 bottom-0">
              <ProgressBar
                size="sm"
                value={ratio}
                label={cardMessages.watched(Math.round(ratio * 100))}
              />
            </span>
          </>
        )}
        <PlayBadge />
      </ResponsiveImage>
      <h3 className="mt-2 truncate text-sm font-semibold md:text-base">
        <Link
          to={episode.video_state === 'ready' ? videoPath(episode.id) : episodePath(episode)}
          className="stretched-link"
        >
          {series.title}
          <span className="sr-only">
            , {series.is_series && `${episodeLabel(episode)}, `}
            {remaining}
          </span>
        </Link>
      </h3>
      <p aria-hidden="true" className="truncate text-xs text-foreground-subtle md:text-sm">
        {series.is_series ? episodeLabel(episode) : remaining}
      </p>
      <span className="absolute top-0 right-0 z-action">
        <IconButton
          label={continueWatchingMessages.dismiss(series.title)}
          icon="close"
          variant="on_image"
          onClick={onDismiss}
        />
      </span>
    </article>
  )
}
