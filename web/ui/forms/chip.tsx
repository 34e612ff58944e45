import type { ComponentProps } from 'react'
import { Link } from 'react-router'

const shape =
  'inline-flex min-h-11 items-center gap-2 rounded-full px-4 text-sm font-medium whitespace-nowrap transition-colors duration-(--duration-fast)'
const unselected =
  'bg-surface-raised text-foreground-muted hover:bg-surface-high hover:text-foreground'
const selectedClass =
  'bg-foreground text-background-deep forced-colors:forced-color-adjust-none forced-colors:bg-accent forced-colors:text-on-accent'

/** A filter whose state is in the URL; works without JavaScript. */
export function ChipLink({
  selected = false,
  className = '',
  ...props
}: ComponentProps<typeof Link> & { selected?: boolean }) {
  return (
    <Link
      {...props}
      {...(selected && { 'aria-current': 'true' as const })}
      className={`${shape} ${selected ? selectedClass : unselected} ${className}`}
    />
  )
}

export function Chip({
  selected = false,
  className = '',
  ...props
}: ComponentProps<'button'> & { selected?: boolean }) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      {...props}
      className={`${shape} ${selected ? selectedClass : unselected} disabled:pointer-events-none disabled:opacity-40 ${className}`}
    />
  )
}
