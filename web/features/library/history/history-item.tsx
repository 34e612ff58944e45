import type { WatchHistoryEntry } from '#contract/contents/watch-history.ts'
import { cardMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { remainingTimeLabel } from './continue-watching-messages.ko.ts'
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
      className={`group relative flex items-center gap-3.5 rounded-lg px-3 py-3 transition-colors duration-(--duration-fast) md:gap-5 ${isSelected ? 'bg-accent-subtle' : 'hover:bg-surface'}`}
    >
      {isSelecting && (
        <input
          type="checkbox"
          checked={isSelected}
          onChange={onSelect}
          aria-label={historyMessages.select_named(
            `${episode.series.title} ${episodeLabel(episode)}`,
          )}
          className="peer absolute inset-0 z-action cursor-pointer appearance-none rounded-lg focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-foreground"
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
      <div className="relative w-34 shrink-0 overflow-hidden rounded-md md:w-52">
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
          className={`mt-0.5 text-xs tabular-nums md:text-sm ${is_completed ? 'text-foreground-subtle' : 'text-accent-bright'}`}
        >
          {is_completed ? cardMessages.finished : remainingTimeLabel(episode.runtime - progress)}
        </p>
      </div>
    </article>
  )
}
