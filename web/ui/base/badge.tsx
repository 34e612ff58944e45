import type { ReactNode } from 'react'

const tones = {
  plain: 'bg-surface-3 text-paper-2',
  gam: 'bg-gam text-on-gam',
  wash: 'bg-gam-wash text-gam-bright',
  good: 'bg-good/15 text-good',
  /** On a picture. */
  dark: 'bg-ink-deep/85 text-paper',
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
