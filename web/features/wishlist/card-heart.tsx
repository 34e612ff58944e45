import type { ContentRef } from '#contract/watching.ts'
import { useAuth } from '#web/data/auth.ts'
import { likes } from '#web/data/likes.ts'
import { seriesOfMember } from '#web/data/series-of-member.ts'
import { useEffect } from 'react'
import { Like, type SignIn } from './like.tsx'

/** Somebody means a card on which he stays so long. */
const dwell = 150

/** `series:1:1`, `episode:12:1`: what a card shows, and its series. */
function workOf(card: HTMLElement): { what: ContentRef; series_id: number } {
  const [kind, id, series_id] = card.dataset['work']?.split(':') ?? []
  const content_type = kind === 'episode' ? 'episode' : 'series'
  return { what: { content_type, object_id: Number(id) }, series_id: Number(series_id) }
}

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
    <span data-heart="" className="absolute top-0.5 right-0.5 z-2">
      <Like
        what={what}
        title={card.querySelector('a')?.textContent ?? ''}
        signIn={signIn}
        look="round"
      />
    </span>
  )
}
