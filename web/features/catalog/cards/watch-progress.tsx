import { cardMessages } from './messages.ko.ts'
import { useMemberSeries } from '#web/session/member-series.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'

/** How far somebody is in an episode, at the foot of its still. */
export function WatchProgressBar({
  progress,
  runtime,
  is_completed,
}: {
  progress: number
  runtime: number
  is_completed: boolean
}) {
  const share = is_completed ? 1 : progress / Math.max(1, runtime)
  return (
    <span className="absolute inset-x-0 bottom-0 block">
      <ProgressBar
        thin
        value={share}
        label={
          is_completed
            ? cardMessages.finished
            : cardMessages.watched(Math.min(100, Math.round(share * 100)))
        }
      />
    </span>
  )
}

/** What the member has seen of an episode, on its picture in the list of its series. */
export function EpisodeWatchProgress({
  series_id,
  episode,
}: {
  series_id: number
  episode: { id: number; runtime: number }
}) {
  const mine = useMemberSeries(series_id)?.episodes.find(({ id }) => id === episode.id)
  if (!mine || (mine.progress === 0 && !mine.is_completed)) return null
  return (
    <>
      {mine.is_completed && (
        <span className="absolute bottom-2 left-1.5">
          <Badge tone="dark">{cardMessages.finished}</Badge>
        </span>
      )}
      <WatchProgressBar {...mine} runtime={episode.runtime} />
    </>
  )
}
