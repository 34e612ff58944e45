import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

/**
 * The end of a list that goes on: the rest is asked for when it comes near the screen, and by the button, which
 * is also what is left where it failed.
 */
export function MoreBelow({
  label,
  busy,
  failed,
  onMore,
}: {
  label: string
  busy: boolean
  /** What to say where the last try failed: nothing is then asked for by itself. */
  failed: string | false
  onMore: () => void
}) {
  const end = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  })
  const waits = !busy && failed === false
  useEffect(() => {
    if (!waits || !end.current) return
    const near = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more.current(),
      { rootMargin: '60% 0px' },
    )
    near.observe(end.current)
    return () => near.disconnect()
  }, [waits])
  return (
    <div ref={end} className="flex flex-col items-center gap-3 py-8">
      <p role="status" className="text-sm text-paper-2 empty:hidden">
        {failed || null}
      </p>
      <Button busy={busy} onClick={onMore} {...(failed && { icon: 'retry' as const })}>
        {label}
      </Button>
    </div>
  )
}
