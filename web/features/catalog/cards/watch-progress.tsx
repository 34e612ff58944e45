import { cardMessages } from './messages.ko.ts'
import { useMemberSeries } from '#web/session/use-member-content.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'

/** The watch progress at the bottom edge of an episode's thumbnail. */
export function WatchProgressBar({
  progress,
  runtime,
  is_completed,
}: {
  progress: number
  runtime: number
  is_completed: boolean
}) {
  const ratio = is_completed ? 1 : progress / Math.max(1, runtime)
  return (
    <span className="absolute inset-x-0 bottom-0 block">
      <ProgressBar
        size="sm"
        value={ratio}
        label={
          is_completed
            ? cardMessages.finished
            : cardMessages.watched(Math.min(100, Math.round(ratio * 100)))
        }
      />
    </span>
  )
}

/** The member's progress on an episode's thumbnail in the episode list. */
export function EpisodeWatchProgress({
  series_id,
  episode,
}: {
  series_id: number
  episode: { id: number; runtime: number }
}) {
  const watched = useMemberSeries(series_id)?.episodes.find(({ id }) => id === episode.id)
  if (!watched || (watched.progress === 0 && !watched.is_completed)) return null
  return (
    <>
      {watched.is_completed && (
        <span className="absolute bottom-2 left-2">
          <Badge tone="on_image">{cardMessages.finished}</Badge>
        </span>
      )}
      <WatchProgressBar {...watched} runtime={episode.runtime} />
    </>
  )
}
