import type { ReactNode } from 'react'

/** Names and what they are, in two columns. */
export function DescriptionList({
  className = '',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  return (
    <dl className={`space-y-2 rounded-xl bg-surface-2 px-4 py-3.5 text-sm ${className}`}>
      {children}
    </dl>
  )
}

export function DescriptionItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-paper-2">{name}</dt>
      <dd className="figures min-w-0 text-right font-semibold text-paper">{children}</dd>
    </div>
  )
}
