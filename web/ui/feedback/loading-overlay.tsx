import { uiMessages } from '#web/ui/messages.ko.ts'
import { useNavigation } from 'react-router'
import { useStore } from 'zustand'
import { pendingStore } from './loading-tracker.ts'

/**
 * Shown during a navigation or a tracked request. Transparent for the first 300 ms to avoid flicker; it lets clicks
 * through, so that the user can navigate elsewhere.
 * @param isDimmed darkens the page below, unless that is the skeleton of the next one.
 */
export function LoadingOverlay({ isDimmed = true }: { isDimmed?: boolean }) {
  const navigation = useNavigation()
  const pendingCount = useStore(pendingStore)
  if (navigation.state === 'idle' && pendingCount === 0) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-overlay">
      <div
        className={`fade-in-delayed absolute inset-0 flex items-center justify-center ${isDimmed ? 'bg-background/55' : ''}`}
      >
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
