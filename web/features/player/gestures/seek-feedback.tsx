import { touchCopy } from '#web/features/player/messages.ko.ts'
import { useEffect } from 'react'
import type { Burst } from './use-gestures.ts'

/** Milliseconds after the last tap. */
const shownFor = 700

/** The half that was tapped, a ring from under the finger, and the sum so far. */
export function SeekBurst({ burst, onEnd }: { burst: Burst | null; onEnd: () => void }) {
  useEffect(() => {
    if (!burst) return
    const timer = setTimeout(onEnd, shownFor)
    return () => clearTimeout(timer)
  }, [burst, onEnd])
  return (
    <div
      role="status"
      className="player-burst"
      data-side={burst && (burst.total < 0 ? 'back' : 'forward')}
    >
      {burst && (
        <>
          <i
            key={burst.id}
            aria-hidden="true"
            style={{ '--x': `${burst.x}px`, '--y': `${burst.y}px` } as Record<string, string>}
          />
          <p>{touchCopy.sought(burst.total)}</p>
        </>
      )}
    </div>
  )
}
