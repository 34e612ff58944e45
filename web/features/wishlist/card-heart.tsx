import { useAuth } from '#web/data/auth.ts'
import { likes } from '#web/data/likes.ts'
import { seriesOfMember } from '#web/data/series-of-member.ts'
import { useEffect } from 'react'
import { titleOf, workOf } from './card-work.ts'
import { Like, type SignIn } from './like.tsx'

/** Somebody means a card on which he stays so long. */
const dwell = 150

/** The heart on a card, filled as soon as the server has said whether it is. */
export function CardHeart({ card, signIn }: { card: HTMLElement; signIn: SignIn }) {
  const { what, series_id } = workOf(card)
  const { state } = useAuth()
  const isUnknown = state === 'signed_in' && likes.isLiked(what) === undefined
  useEffect(() => {
    if (!isUnknown) return
    const timer = setTimeout(() => void seriesOfMember.read(series_id), dwell)
    return () => clearTimeout(timer)
  }, [isUnknown, series_id])
  return (
    <span data-heart="" className="absolute top-0.5 right-0.5 z-action">
      <Like what={what} title={titleOf(card)} signIn={signIn} look="round" />
    </span>
  )
}
