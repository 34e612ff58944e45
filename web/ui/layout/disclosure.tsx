import { useEffect, useRef, type ReactNode, type Ref } from 'react'
import { Icon } from '#web/ui/base/icon.tsx'

/**
 * A native `<details>`: works before hydration, and find-in-page opens it. Of those with the same `name` one is open at a
 * time.
 */
export function Disclosure({
  summary,
  name,
  open = false,
  onToggle,
  ref,
  children,
}: {
  summary: ReactNode
  name?: string
  open?: boolean
  onToggle?: (open: boolean) => void
  ref?: Ref<HTMLDetailsElement>
  children: ReactNode
}) {
  return (
    <details
      ref={ref}
      name={name}
      open={open}
      onToggle={({ currentTarget }) => {
        onToggle?.(currentTarget.open)
        // Closing a long one above may have moved this one off the screen.
        if (currentTarget.open)
          currentTarget.querySelector('summary')?.scrollIntoView({ block: 'nearest' })
      }}
      className="group/fold border-b border-border"
    >
      <summary className="flex min-h-16 list-none items-center gap-3 rounded-control px-2 py-4 transition-colors duration-(--duration-fast) hover:bg-surface md:gap-4 md:px-4 [&::-webkit-details-marker]:hidden">
        <div className="min-w-0 grow">{summary}</div>
        <Icon
          name="chevron_down"
          className="size-5 text-foreground-subtle transition-transform duration-(--duration-fast) group-open/fold:rotate-180"
        />
      </summary>
      <div className="px-2 pt-3 pb-6 md:px-4">{children}</div>
    </details>
  )
}

/** Scrolls to the disclosure that the URL refers to and focuses it. @returns its ref. */
export function useScrollToTarget(isTarget: boolean) {
  const disclosure = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!isTarget) return
    disclosure.current?.scrollIntoView({ block: 'start' })
    disclosure.current?.querySelector('summary')?.focus({ preventScroll: true })
  }, [isTarget])
  return disclosure
}
