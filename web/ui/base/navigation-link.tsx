import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'

/** A link of a menu, which is current on its page and, unless `end`, on the pages below. */
export function NavigationLink({
  to,
  end,
  className,
  ...attributes
}: Omit<ComponentProps<typeof Link>, 'to' | 'className'> & {
  to: string
  end: boolean
  className: (state: { isActive: boolean }) => string
}) {
  const { pathname } = useLocation()
  const isActive = pathname === to || (!end && pathname.startsWith(`${to}/`))
  return (
    <Link
      {...attributes}
      to={to}
      aria-current={isActive ? 'page' : undefined}
      className={className({ isActive })}
    />
  )
}
