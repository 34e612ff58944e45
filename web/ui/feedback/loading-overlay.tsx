import { uiMessages } from '#web/ui/messages.ko.ts'
import { useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'
import { overlayRequest } from './overlay-request.ts'

/**
 * Shown during a navigation or a tracked request. Transparent for the first 300 ms to avoid flicker; it lets clicks
 * through, so that the user can navigate elsewhere.
 */
export function LoadingOverlay() {
  const navigation = useNavigation()
  const isLoading = useSyncExternalStore(
    loadingTracker.subscribe,
    loadingTracker.isLoading,
    () => false,
  )
  if (navigation.state === 'idle' && !isLoading) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-overlay">
      <div className="fade-in-delayed absolute inset-0 flex items-center justify-center bg-background/55">
        <PageSpinner />
      </div>
    </div>
  )
}

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

/** Number of tracked requests. Track only those that block the whole screen. */
let pendingCount = 0
const listeners = new Set<() => void>()

function changeCount(by: 1 | -1) {
  pendingCount += by
  for (const listener of listeners) listener()
}

export const loadingTracker = {
  /** Shows the overlay until `work` settles. @returns its result. */
  async track<T>(work: Promise<T>): Promise<T> {
    overlayRequest.make()
    changeCount(1)
    try {
      return await work
    } finally {
      changeCount(-1)
    }
  },
  isLoading: () => pendingCount > 0,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
