import type { ComponentProps } from 'react'

/** The heading of a page, of which it has one. */
export const PageHeading = ({ className = '', children, ...rest }: ComponentProps<'h1'>) => (
  <h1 {...rest} className={`text-2xl font-extrabold md:text-3xl ${className}`}>
    {children}
  </h1>
)

/** The heading of a part of a page. */
export const SectionHeading = ({ className = '', children, ...rest }: ComponentProps<'h2'>) => (
  <h2 {...rest} className={`text-lg font-bold md:text-2xl ${className}`}>
    {children}
  </h2>
)
