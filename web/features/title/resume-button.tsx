import {
  continueWatchingMessages,
  remainingTimeLabel,
} from '#web/features/library/history/messages.ko.ts'
import { useMemberSeries } from '#web/session/member-series.ts'
import { videoPath } from '#web/routing/paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import type { ReactNode } from 'react'

/**
 * For a member who is midway, the way to where he is (D-45), in the place of `children`, the button for everybody.
 * Nothing moves when it comes: `className` is the shape of both.
 */
export function ResumeButton({
  series,
  className,
  children,
}: {
  series: { id: number; is_series: boolean; season_count: number }
  className: string
  children: ReactNode
}) {
  const goOn = useMemberSeries(series.id)?.continue_watching
  if (!goOn) return children
  const { number, season_number, progress, runtime } = goOn
  const share = progress / Math.max(1, runtime)
  return (
    <ButtonLink
      to={videoPath(goOn.id)}
      look="primary"
      size="lg"
      icon="play"
      className={`relative overflow-hidden ${className}`}
    >
      {series.is_series
        ? continueWatchingMessages.go_on_at(series.season_count > 1 ? season_number : null, number)
        : continueWatchingMessages.title}
      {progress > 0 && (
        <>
          <span className="sr-only">, {remainingTimeLabel(runtime - progress)}</span>
          <span aria-hidden="true" className="absolute inset-x-0 bottom-0">
            <ProgressBar thin tone="dark" value={share} />
          </span>
        </>
      )}
    </ButtonLink>
  )
}
