import type { AgeCode, Descriptor, Episode } from '#contract/contents.ts'
import { badgeCopy } from '#web/copy/badges.ts'
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

export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5.5 items-center rounded-sm px-1.75 text-2xs font-bold whitespace-nowrap text-shadow-none ${tones[tone]}`}
    >
      {children}
    </span>
  )
}

/** D-33: green, blue, yellow, red, and the figure that Korean viewers know from cinemas. */
const ageLooks: Record<AgeCode, string> = {
  ALL: 'bg-age-all text-ink-deep',
  '12': 'bg-age-12 text-white',
  '15': 'bg-age-15 text-ink-deep',
  '19': 'bg-age-19 text-white',
}

export function AgeBadge({ code, className = '' }: { code: AgeCode; className?: string }) {
  return (
    <span
      className={`inline-flex h-5.5 min-w-5.5 shrink-0 items-center justify-center rounded-sm px-1 text-2xs leading-none font-extrabold whitespace-nowrap tabular-nums text-shadow-none ${ageLooks[code]} ${className}`}
    >
      <span aria-hidden="true">{badgeCopy.age_short[code]}</span>
      <span className="sr-only">{badgeCopy.age[code]}</span>
    </span>
  )
}

/** The rating with what it is for: `15세 이상 · 폭력성 · 대사`. */
export function AgeLine({
  code,
  descriptors,
}: {
  code: AgeCode
  descriptors: readonly Descriptor[]
}) {
  return (
    <span className="inline-flex items-center gap-2">
      <AgeBadge code={code} />
      {descriptors.length > 0 && <span>{descriptors.join(' · ')}</span>}
    </span>
  )
}

/**
 * How an episode is opened: free, with a plan, for a price (D-31); to rent it where that is told and costs less. Nothing is
 * known of the viewer here.
 */
export function OfferBadges({
  episode,
  onPicture = false,
}: {
  episode: Pick<Episode, 'is_free' | 'price' | 'in_subscription'> &
    Partial<Pick<Episode, 'rental_price'>>
  onPicture?: boolean
}) {
  if (episode.is_free) return <Badge tone="gam">{badgeCopy.free}</Badge>
  const price = badgeCopy.price(episode.price, episode.rental_price ?? null)
  return (
    <>
      {episode.in_subscription && (
        <Badge tone={onPicture ? 'dark' : 'wash'}>{badgeCopy.plan}</Badge>
      )}
      {price && (
        <Badge tone={onPicture ? 'dark' : 'plain'}>
          <span className="tabular-nums">{price}</span>
        </Badge>
      )}
    </>
  )
}
