import { Badge } from '#web/ui/base/badge.tsx'
import type { AgeCode, Descriptor, Episode } from '#contract/contents/contents.ts'
import { badgeMessages } from './messages.ko.ts'

/** D-33: green, blue, yellow, red, and the figure that Korean viewers know from cinemas. */
const ageLooks: Record<AgeCode, string> = {
  ALL: 'bg-age-all text-background-deep',
  '12': 'bg-age-12 text-white',
  '15': 'bg-age-15 text-background-deep',
  '19': 'bg-age-19 text-white',
}

/** A work’s rating: the figure for the eye, its words for who listens. One element: a home page has a hundred of it. */
export function AgeRatingBadge({ code, className = '' }: { code: AgeCode; className?: string }) {
  return (
    <span
      role="img"
      aria-label={badgeMessages.age[code]}
      className={`badge min-w-5.5 shrink-0 px-1 font-extrabold ${ageLooks[code]} ${className}`}
    >
      {badgeMessages.age_short[code]}
    </span>
  )
}

/** The rating with what it is for: `15세 이상 · 폭력성 · 대사`. */
export function AgeRating({
  code,
  descriptors,
}: {
  code: AgeCode
  descriptors: readonly Descriptor[]
}) {
  return (
    <span className="inline-flex items-center gap-2">
      <AgeRatingBadge code={code} />
      {descriptors.length > 0 && <span>{descriptors.join(' · ')}</span>}
    </span>
  )
}

/**
 * How an episode is opened: free, with a plan, for a price (D-31); to rent it where that is told and costs less. Nothing is
 * known of the viewer here.
 */
export function PriceBadges({
  episode,
  onPicture = false,
}: {
  episode: Pick<Episode, 'is_free' | 'price' | 'in_subscription'> &
    Partial<Pick<Episode, 'rental_price'>>
  onPicture?: boolean
}) {
  if (episode.is_free) return <Badge tone="gam">{badgeMessages.free}</Badge>
  const price = badgeMessages.price(episode.price, episode.rental_price ?? null)
  return (
    <>
      {episode.in_subscription && (
        <Badge tone={onPicture ? 'dark' : 'wash'}>{badgeMessages.plan}</Badge>
      )}
      {price && <Badge tone={onPicture ? 'dark' : 'plain'}>{price}</Badge>}
    </>
  )
}
