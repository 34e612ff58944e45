import type { ReactNode } from 'react'

/** A scroll container that is focusable, so that the keyboard scrolls it. */
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
