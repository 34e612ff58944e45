import { lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { onCardLongPress } from './long-press.ts'
import type { SignIn } from './like-button.tsx'

/** Comes when the first card is pointed at; where it does not, cards are without. */
const CardHeart = lazy(() =>
  import('./card-like-actions.tsx').then(
    (module) => ({ default: module.CardLikeButton }),
    () => ({ default: () => <></> }),
  ),
)

/**
 * The heart of whichever card is pointed at or has the focus. One for all pages: most cards are never pointed at,
 * and a button on each would be as much of a page as the cards themselves. Cards say which work they are by
 * `data-content-ref`; within `data-has-like` they have hearts of their own.
 */
export function CardLikeOverlay({ signIn }: { signIn: SignIn }) {
  const [card, setCard] = useState<HTMLElement>()
  const { key } = useLocation()
  // The cards of a page leave with it.
  useEffect(() => setCard(undefined), [key])
  useEffect(() => {
    const look = (event: Event) => {
      // A finger that touches a card opens it, one that stays on it is asked what it wants (held-card.ts).
      if (event instanceof PointerEvent && event.pointerType === 'touch') return
      const on = (event.target as Element).closest<HTMLElement>('[data-content-ref]') ?? undefined
      setCard((was) => {
        if (was === on || on?.closest('[data-has-like]')) return was
        // The heart that has the focus keeps it while the pointer wanders about.
        if (was?.querySelector('[data-like-overlay] :focus-visible') && event.type !== 'focusin')
          return was
        return on
      })
    }
    // A card can have the focus before the page has its script.
    setCard(
      document.activeElement?.closest<HTMLElement>('[data-content-ref]:not([data-has-like] *)') ??
        undefined,
    )
    document.addEventListener('pointerover', look, { passive: true })
    document.addEventListener('focusin', look)
    return () => {
      document.removeEventListener('pointerover', look)
      document.removeEventListener('focusin', look)
    }
  }, [])
  useEffect(
    () =>
      onCardLongPress(async () => {
        const { openCardActionsDialog: openCardSheet } = await import('./card-like-actions.tsx')
        return (held) => openCardSheet(held, signIn)
      }),
    [signIn],
  )
  if (!card?.isConnected) return null
  return (
    <Suspense>
      {createPortal(
        <CardHeart key={card.dataset['contentRef']} card={card} signIn={signIn} />,
        card,
      )}
    </Suspense>
  )
}
