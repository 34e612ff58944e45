import { historyCopy } from '#web/features/library/history/messages.ko.ts'
import { useSeriesOfMember } from '#web/session/member-series.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Progress } from '#web/ui/base/progress-bar.tsx'

/** How far somebody is in an episode, at the foot of its still. */
export function WatchedBar({
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
      <Progress
        thin
        value={share}
        label={
          is_completed
            ? historyCopy.finished
            : historyCopy.watched(Math.min(100, Math.round(share * 100)))
        }
      />
    </span>
  )
}

/** What the member has seen of an episode, on its picture in the list of its series. */
export function EpisodeWatched({
  series_id,
  episode,
}: {
  series_id: number
  episode: { id: number; runtime: number }
}) {
  const mine = useSeriesOfMember(series_id)?.episodes.find(({ id }) => id === episode.id)
  if (!mine || (mine.progress === 0 && !mine.is_completed)) return null
  return (
    <>
      {mine.is_completed && (
        <span className="absolute bottom-2 left-1.5">
          <Badge tone="dark">{historyCopy.finished}</Badge>
        </span>
      )}
      <WatchedBar {...mine} runtime={episode.runtime} />
    </>
  )
}
