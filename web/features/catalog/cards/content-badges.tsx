import { useIsChild } from '#web/session/auth-store.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import type { AgeCode, Descriptor, Episode } from '#contract/contents/contents.ts'
import { badgeMessages } from './messages.ko.ts'

const ageClasses: Record<AgeCode, string> = {
  ALL: 'bg-age-all text-shade',
  '12': 'bg-age-12 text-white',
  '15': 'bg-age-15 text-shade',
  '19': 'bg-age-19 text-white',
}

/** An age rating, read out in full. A single element, because a home page has about a hundred. */
export function AgeRatingBadge({ code, className = '' }: { code: AgeCode; className?: string }) {
  return (
    <span
      role="img"
      aria-label={badgeMessages.age[code]}
      className={`badge min-w-6 shrink-0 px-1 font-extrabold ${ageClasses[code]} ${className}`}
    >
      {badgeMessages.age_short[code]}
    </span>
  )
}

/** An age rating with its content descriptors: `15세 이상 · 폭력성 · 대사`. */
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
 * The offers of an episode: free, by subscription, or a price, which is the rental price if that is lower.
 * Independent of the member; a children's profile sees no price.
 */
export function PriceBadges({
  episode,
  onImage = false,
}: {
  episode: Pick<Episode, 'is_free' | 'price' | 'rental_price' | 'in_subscription'>
  onImage?: boolean
}) {
  const isChild = useIsChild()
  if (episode.is_free) return <Badge tone="accent">{badgeMessages.free}</Badge>
  const price = !isChild && badgeMessages.price(episode.price, episode.rental_price)
  return (
    <>
      {episode.in_subscription && (
        <Badge tone={onImage ? 'on_image' : 'accent_subtle'}>{badgeMessages.plan}</Badge>
      )}
      {price && <Badge tone={onImage ? 'on_image' : 'neutral'}>{price}</Badge>}
    </>
  )
}
