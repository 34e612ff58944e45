import type { ReactNode } from 'react'

export function DescriptionList({
  className = '',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  return (
    <dl className={`space-y-2 rounded-sheet bg-surface-raised px-4 py-4 text-sm ${className}`}>
      {children}
    </dl>
  )
}

export function DescriptionItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-foreground-muted">{name}</dt>
      <dd className="tabular-nums min-w-0 text-right font-semibold text-foreground">{children}</dd>
    </div>
  )
}
