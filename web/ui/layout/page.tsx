import type { ReactNode } from 'react'

/** A page below the header. `isFullWidth` leaves the gutter to its parts, such as rails. */
export function Page({
  isFullWidth = false,
  className = '',
  children,
}: {
  isFullWidth?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <div className={`page-top ${isFullWidth ? '' : 'page-gutter'} ${className}`}>{children}</div>
  )
}
