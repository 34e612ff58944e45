import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-surface-high text-foreground-muted',
  accent: 'bg-accent text-on-accent',
  accent_subtle: 'bg-accent-subtle text-accent-bright',
  success: 'bg-success/15 text-success',
  /** For images. */
  on_image: 'bg-background-deep/85 text-foreground',
} as const

export type BadgeTone = keyof typeof tones

export function Badge({
  tone = 'neutral',
  className = '',
  children,
}: {
  tone?: BadgeTone
  className?: string
  children: ReactNode
}) {
  return <span className={`badge px-1.75 ${tones[tone]} ${className}`}>{children}</span>
}
