import { dayMs } from '#contract/core/seoul-time.ts'
import type { WatchHistoryEntry } from '#contract/watch-history/watch-history.ts'
import { cardMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { formatTimeLeft } from '#web/lib/format.ts'
import { historyMessages } from './messages.ko.ts'
import { episodePath, videoPath } from '#web/routing/paths.ts'
import {
  episodeLabel,
  episodePosition,
  PlayBadge,
} from '#web/features/catalog/cards/episode-card.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { PosterPlaceholder } from '#web/features/catalog/cards/poster-placeholder.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { Link } from 'react-router'
import { WatchProgressBar } from '#web/features/catalog/cards/watch-progress.tsx'
import type { InfiniteData } from '@tanstack/react-query'

/** An entry of the watch history with its progress. A click resumes it; in selection mode, it toggles the selection. */
export function HistoryItem({
  item,
  isSelecting,
  isSelected,
  onSelect,
}: {
  item: WatchHistoryEntry
  isSelecting: boolean
  isSelected: boolean
  onSelect: () => void
}) {
  const { episode, progress, is_completed } = item
  const name = episode.series.is_series
    ? `${episode.series.title} ${episodePosition(episode)}`
    : episode.series.title
  return (
    <article
      className={`group relative flex items-center gap-4 rounded-card px-3 py-3 transition-colors duration-(--duration-fast) md:gap-5 ${isSelected ? 'bg-accent-subtle' : 'hover:bg-surface'}`}
    >
      {isSelecting && (
        <input
          type="checkbox"
          checked={isSelected}
          onChange={onSelect}
          aria-label={historyMessages.select_named(
            `${episode.series.title} ${episodeLabel(episode)}`,
          )}
          className="peer absolute inset-0 z-action cursor-pointer appearance-none rounded-card focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-foreground"
        />
      )}
      {isSelecting && (
        <span
          aria-hidden="true"
          className={`flex size-6 shrink-0 items-center justify-center rounded-full ${isSelected ? 'bg-accent text-on-accent' : 'inset-ring-2 inset-ring-control-border'}`}
        >
          {isSelected && <Icon name="check" className="size-4" />}
        </span>
      )}
      <div className="relative w-34 shrink-0 overflow-hidden rounded-card md:w-52">
        <ResponsiveImage
          url={episode.thumbnail_url}
          kind="thumbnail"
          color={episode.thumbnail_color}
          placeholder={<PosterPlaceholder title={episode.series.title} isLettered={false} />}
          sizes="(min-width: 48rem) 208px, 136px"
        />
        {!isSelecting && <PlayBadge />}
        <WatchProgressBar
          progress={progress}
          runtime={episode.runtime}
          is_completed={is_completed}
        />
      </div>
      <div className="min-w-0 grow">
        <h3 className="line-clamp-2 text-base font-semibold md:text-lg">
          {isSelecting ? (
            episode.series.title
          ) : (
            <Link
              to={episode.video_state === 'ready' ? videoPath(episode.id) : episodePath(episode)}
              aria-label={
                is_completed ? historyMessages.watch_again(name) : historyMessages.resume(name)
              }
              className="stretched-link focus-visible:after:-outline-offset-2"
            >
              {episode.series.title}
            </Link>
          )}
        </h3>
        {episode.series.is_series && (
          <p className="line-clamp-1 text-sm text-foreground-muted">{episodeLabel(episode)}</p>
        )}
        <p
          className={`mt-1 text-xs tabular-nums md:text-sm ${is_completed ? 'text-foreground-subtle' : 'text-accent-bright'}`}
        >
          {is_completed ? cardMessages.finished : formatTimeLeft(episode.runtime - progress)}
        </p>
      </div>
    </article>
  )
}

/** A page as it was read. `is_last` is stored because items may be removed from `results` afterwards. */
export type HistoryPage = { results: WatchHistoryEntry[]; is_last: boolean }
export type HistoryPages = InfiniteData<HistoryPage, number>

/** Milliseconds of the "last 30 days" filter, counted back from now. */
const month_ms = 30 * dayMs

/** The offset of the next page: the number of items held, which excludes those deleted since. */
export const nextPageOffset = (last: HistoryPage, all: HistoryPage[]): number | undefined =>
  last.is_last ? undefined : all.reduce((sum, { results }) => sum + results.length, 0)

/**
 * The items of all pages, within the last 30 days if `since` says so. An item watched between two reads is in two pages
 * and listed once.
 */
export function historyItems(pages: readonly HistoryPage[], since: 'all' | 'month', now: number) {
  const items = new Map<number, WatchHistoryEntry>()
  for (const { results } of pages)
    for (const item of results)
      if (since === 'all' || now - Date.parse(item.watched_at) < month_ms)
        if (!items.has(item.id)) items.set(item.id, item)
  return [...items.values()]
}

/** Whether a further page can contain an item that passes the filter. */
export function hasMoreItems(
  pages: readonly HistoryPage[],
  since: 'all' | 'month',
  now: number,
): boolean {
  const last = pages.at(-1)
  if (!last || last.is_last) return false
  const oldest = last.results.at(-1)
  return since === 'all' || !oldest || now - Date.parse(oldest.watched_at) < month_ms
}

export const withoutItems = (data: HistoryPages, ids: ReadonlySet<number>): HistoryPages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    results: page.results.filter(({ id }) => !ids.has(id)),
  })),
})

/** Groups items by day, keeping their order (newest first). */
export function groupByDay<T extends { watched_at: string }>(
  items: readonly T[],
  dayOf: (instant: string) => string,
): { day: string; items: T[] }[] {
  const days: { day: string; items: T[] }[] = []
  for (const item of items) {
    const day = dayOf(item.watched_at)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}
