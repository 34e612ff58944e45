import { frameCopy } from '#web/copy/frame.ts'
import { useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'
import { pending } from './pending.ts'

/**
 * The loading overlay, on while a page or a pending call is on its way. It is transparent for the first
 * 300 ms, so that what is quick does not flicker, and lets presses through, so that one can change one's mind.
 */
export function SpinnerOverlay() {
  const navigation = useNavigation()
  const waiting = useSyncExternalStore(pending.subscribe, pending.any, () => false)
  if (navigation.state === 'idle' && !waiting) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-overlay">
      <div className="appear-late absolute inset-0 flex items-center justify-center bg-ink/55">
        <Spinner />
      </div>
    </div>
  )
}

/** The ring of ㅎ, filling and emptying. */
export function Spinner({ label = frameCopy.loading }: { label?: string }) {
  return (
    <span role="status" className="inline-flex">
      <svg
        viewBox="0 0 48 48"
        className="size-12 animate-[turn_900ms_linear_infinite]"
        aria-hidden="true"
      >
        <circle
          cx="24"
          cy="24"
          r="19"
          fill="none"
          stroke="var(--color-surface-3)"
          strokeWidth="5"
        />
        <path
          d="M24 5a19 19 0 0 1 19 19"
          fill="none"
          stroke="var(--color-gam)"
          strokeWidth="5"
          strokeLinecap="round"
        />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  )
}
