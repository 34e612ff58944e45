import type { ReactNode } from 'react'

/** A section with a heading; `more` links to the full page. */
export function Panel({
  title,
  more,
  className = '',
  children,
}: {
  title: string
  more?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <section aria-label={title} className={`panel p-5 md:p-7 ${className}`}>
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 className="text-sm font-semibold text-foreground-muted">{title}</h2>
        {more}
      </div>
      {children}
    </section>
  )
}
