import { useEffect, useRef, type ReactNode, type Ref } from 'react'
import { Icon } from '#web/ui/base/icon.tsx'

/**
 * A line that opens: the browser's own, so that it works before any script has come, and a search within the page
 * finds what is folded away. Those of one `group` are open one at a time.
 */
export function Disclosure({
  summary: head,
  name: group,
  open = false,
  onToggle,
  ref,
  children,
}: {
  summary: ReactNode
  name?: string
  /** Whether it is open; what the reader does himself is told by `onToggle`. */
  open?: boolean
  onToggle?: (open: boolean) => void
  ref?: Ref<HTMLDetailsElement>
  children: ReactNode
}) {
  return (
    <details
      ref={ref}
      name={group}
      open={open}
      onToggle={({ currentTarget }) => {
        onToggle?.(currentTarget.open)
        // A long one that closed above has pulled it off the screen.
        if (currentTarget.open)
          currentTarget.querySelector('summary')?.scrollIntoView({ block: 'nearest' })
      }}
      className="group/fold border-b border-border"
    >
      <summary className="flex min-h-16 list-none items-center gap-3 rounded-md px-2 py-4 transition-colors duration-(--duration-fast) hover:bg-surface md:gap-4 md:px-4 [&::-webkit-details-marker]:hidden">
        <div className="min-w-0 grow">{head}</div>
        <Icon
          name="chevron_down"
          className="size-5 text-foreground-subtle transition-transform duration-(--duration-fast) group-open/fold:rotate-180"
        />
      </summary>
      <div className="px-2 pt-3 pb-6 md:px-4">{children}</div>
    </details>
  )
}

/** Brings what a link leads to into view, and the keyboard to it, when the page comes. */
export function useScrollToTarget(wanted: boolean) {
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!wanted) return
    fold.current?.scrollIntoView({ block: 'start' })
    fold.current?.querySelector('summary')?.focus({ preventScroll: true })
  }, [wanted])
  return fold
}
