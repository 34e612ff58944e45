import type { ContinueWatchingCard } from '#contract/contents/watch-history.ts'
import { continueCopy, historyCopy, left } from '#web/copy/history.ts'
import { episodePath, videoPath } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { episodeLabel, PlayMark, stillSizes } from '#web/ui/episode-card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Link } from 'react-router'

/** The episode to go on with, how far it is, and the cross that takes its series off the row. */
export function GoOnCard({
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
  const rest = isNext ? continueCopy.next : left(episode.runtime - progress)
  return (
    <article className="group relative min-w-0">
      <Picture
        url={episode.thumbnail_url}
        kind="thumbnail"
        color={episode.thumbnail_color}
        sizes={stillSizes}
        className="zoomed rounded-md shadow-card"
      >
        {isNext && (
          <Badge tone="gam" className="absolute top-2 left-2">
            {continueCopy.next}
          </Badge>
        )}
        {!isNext && (
          <>
            <Badge tone="dark" className="absolute right-2 bottom-2.5">
              {rest}
            </Badge>
            <span className="absolute inset-x-0 bottom-0">
              <Progress thin value={share} label={historyCopy.watched(Math.round(share * 100))} />
            </span>
          </>
        )}
        <PlayMark />
      </Picture>
      <h3 className="mt-2.5 truncate text-sm font-semibold md:text-base">
        <Link
          to={episode.video_state === 'ready' ? videoPath(episode.id) : episodePath(episode)}
          className="stretched"
        >
          {series.title}
          <span className="sr-only">
            , {series.is_series && `${episodeLabel(episode)}, `}
            {rest}
          </span>
        </Link>
      </h3>
      <p aria-hidden="true" className="truncate text-xs text-paper-3 md:text-sm">
        {series.is_series ? episodeLabel(episode) : rest}
      </p>
      <button
        type="button"
        aria-label={continueCopy.take_off(series.title)}
        title={continueCopy.take_off(series.title)}
        onClick={onTakeOff}
        className="absolute top-0 right-0 z-action flex size-11 items-center justify-center rounded-full before:absolute before:inset-1.5 before:z-behind before:rounded-full before:bg-ink-deep/75 hover:before:bg-ink-deep"
      >
        <Icon name="close" className="size-4" />
      </button>
    </article>
  )
}
