import type { ReactNode } from 'react'

const tones = {
  plain: 'bg-surface-high text-foreground-muted',
  gam: 'bg-accent text-on-accent',
  wash: 'bg-accent-subtle text-accent-bright',
  good: 'bg-success/15 text-success',
  /** On a picture. */
  dark: 'bg-background-deep/85 text-foreground',
} as const

export type BadgeTone = keyof typeof tones

/** A word or two on a card or a picture. */
export function Badge({
  tone = 'plain',
  className = '',
  children,
}: {
  tone?: BadgeTone
  /** Where it stands. */
  className?: string
  children: ReactNode
}) {
  return <span className={`badge px-1.75 ${tones[tone]} ${className}`}>{children}</span>
}
