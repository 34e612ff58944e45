import type { ReactNode } from 'react'

/** A box of its own height whose contents are scrolled, by the keyboard too. */
export function ScrollArea({
  label,
  className,
  children,
}: {
  label: string
  className: string
  children: ReactNode
}) {
  return (
    <div
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={`overflow-y-auto ${className}`}
    >
      {children}
    </div>
  )
}
