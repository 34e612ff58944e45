import { gestureMessages } from '#web/features/player/messages.ko.ts'
import { useEffect } from 'react'
import type { SeekFeedbackState } from './use-gestures.ts'

/** Visible for this many ms after the last tap. */
const visible_ms = 700

/** Highlights the tapped half with a ripple and the total seek so far. */
export function SeekFeedback({
  feedback,
  onEnd,
}: {
  feedback: SeekFeedbackState | null
  onEnd: () => void
}) {
  useEffect(() => {
    if (!feedback) return
    const timer = setTimeout(onEnd, visible_ms)
    return () => clearTimeout(timer)
  }, [feedback, onEnd])
  return (
    <div
      role="status"
      className="player-seek-feedback"
      data-side={feedback && (feedback.total < 0 ? 'back' : 'forward')}
    >
      {feedback && (
        <>
          <i
            key={feedback.id}
            aria-hidden="true"
            style={{ '--x': `${feedback.x}px`, '--y': `${feedback.y}px` } as Record<string, string>}
          />
          <p>{gestureMessages.seek_total(feedback.total)}</p>
        </>
      )}
    </div>
  )
}
