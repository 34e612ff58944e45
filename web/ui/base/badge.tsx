import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-surface-high text-foreground-muted',
  accent: 'bg-accent text-on-accent',
  accent_subtle: 'bg-accent-subtle text-accent-bright',
  success: 'bg-success/15 text-success',
  on_image: 'on-image bg-shade/85',
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
  return <span className={`badge px-2 ${tones[tone]} ${className}`}>{children}</span>
}
