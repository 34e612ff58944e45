import { gestureMessages } from '#web/features/player/messages.ko.ts'
import { useEffect } from 'react'
import type { SeekFeedbackState } from './use-gestures.ts'

/** Milliseconds after the last tap. */
const shownFor = 700

/** The half that was tapped, a ring from under the finger, and the sum so far. */
export function SeekFeedback({
  burst,
  onEnd,
}: {
  burst: SeekFeedbackState | null
  onEnd: () => void
}) {
  useEffect(() => {
    if (!burst) return
    const timer = setTimeout(onEnd, shownFor)
    return () => clearTimeout(timer)
  }, [burst, onEnd])
  return (
    <div
      role="status"
      className="player-seek-feedback"
      data-side={burst && (burst.total < 0 ? 'back' : 'forward')}
    >
      {burst && (
        <>
          <i
            key={burst.id}
            aria-hidden="true"
            style={{ '--x': `${burst.x}px`, '--y': `${burst.y}px` } as Record<string, string>}
          />
          <p>{gestureMessages.sought(burst.total)}</p>
        </>
      )}
    </div>
  )
}
