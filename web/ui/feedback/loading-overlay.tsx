import { uiMessages } from '#web/ui/messages.ko.ts'
import { useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'

/**
 * The loading overlay, on while a page or a pending call is on its way. It is transparent for the first
 * 300 ms, so that what is quick does not flicker, and lets presses through, so that one can change one's mind.
 */
export function LoadingOverlay() {
  const navigation = useNavigation()
  const waiting = useSyncExternalStore(
    loadingTracker.subscribe,
    loadingTracker.isLoading,
    () => false,
  )
  if (navigation.state === 'idle' && !waiting) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-overlay">
      <div className="fade-in-delayed absolute inset-0 flex items-center justify-center bg-background/55">
        <PageSpinner />
      </div>
    </div>
  )
}

/** The ring of ㅎ, filling and emptying. */
export function PageSpinner({ label = uiMessages.loading }: { label?: string }) {
  return (
    <span role="status" className="inline-flex">
      <svg
        viewBox="0 0 48 48"
        className="size-12 animate-[spin_900ms_linear_infinite]"
        aria-hidden="true"
      >
        <circle
          cx="24"
          cy="24"
          r="19"
          fill="none"
          stroke="var(--color-surface-high)"
          strokeWidth="5"
        />
        <path
          d="M24 5a19 19 0 0 1 19 19"
          fill="none"
          stroke="var(--color-accent)"
          strokeWidth="5"
          strokeLinecap="round"
        />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  )
}

/**
 * What is on its way, beside the navigation itself: the spinner of the specification is derived from it, so
 * that nobody has to turn it off. Only for waits that hold up the whole screen.
 */
let waiting = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1) {
  waiting += by
  for (const listener of listeners) listener()
}

export const loadingTracker = {
  /** Counts `work` as on its way until it settles; hands it through. */
  async track<T>(work: Promise<T>): Promise<T> {
    change(1)
    try {
      return await work
    } finally {
      change(-1)
    }
  },
  isLoading: () => waiting > 0,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
