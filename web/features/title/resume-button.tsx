import {
  continueWatchingMessages,
  remainingTimeLabel,
} from '#web/features/library/history/continue-watching-messages.ko.ts'
import { useMemberSeries } from '#web/session/use-member-content.ts'
import { videoPath } from '#web/routing/paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import type { ReactNode } from 'react'

/**
 * Replaces `children`, the play button of every visitor, by a link that resumes the member's position (D-45).
 * `className` sizes both equally, to avoid a layout shift.
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
  const resume = useMemberSeries(series.id)?.continue_watching
  if (!resume) return children
  const { number, season_number, progress, runtime } = resume
  const share = progress / Math.max(1, runtime)
  return (
    <ButtonLink
      to={videoPath(resume.id)}
      variant="primary"
      size="lg"
      icon="play"
      className={`relative overflow-hidden ${className}`}
    >
      {series.is_series
        ? continueWatchingMessages.resume_at(series.season_count > 1 ? season_number : null, number)
        : continueWatchingMessages.title}
      {progress > 0 && (
        <>
          <span className="sr-only">, {remainingTimeLabel(runtime - progress)}</span>
          <span aria-hidden="true" className="absolute inset-x-0 bottom-0">
            <ProgressBar size="sm" tone="on_accent" value={share} />
          </span>
        </>
      )}
    </ButtonLink>
  )
}
