import { lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { onCardLongPress } from './long-press.ts'
import type { SignIn } from './like-button.tsx'

/** Loaded when the first card is hovered or focused; if loading fails, cards have no like button. */
const CardLikeButton = lazy(() =>
  import('./card-like-actions.tsx').then(
    (module) => ({ default: module.CardLikeButton }),
    () => ({ default: () => <></> }),
  ),
)

/**
 * The like button of the card that is hovered or focused. One for all pages: a button on each card would double the
 * size of a page. Cards identify their content by `data-content-ref`; those within `data-has-like` have like buttons of
 * their own.
 */
export function CardLikeOverlay({ signIn }: { signIn: SignIn }) {
  const [card, setCard] = useState<HTMLElement>()
  const { key } = useLocation()
  // The cards of the previous page are removed with it.
  useEffect(() => setCard(undefined), [key])
  useEffect(() => {
    const onPointOrFocus = (event: Event) => {
      // On touch, a tap opens the card and a long press its actions dialog (long-press.ts).
      if (event instanceof PointerEvent && event.pointerType === 'touch') return
      const target =
        (event.target as Element).closest<HTMLElement>('[data-content-ref]') ?? undefined
      setCard((previous) => {
        if (previous === target || target?.closest('[data-has-like]')) return previous
        // A like button with keyboard focus stays while the pointer moves over other cards.
        if (
          previous?.querySelector('[data-like-overlay] :focus-visible') &&
          event.type !== 'focusin'
        )
          return previous
        return target
      })
    }
    // A card can have focus before hydration.
    setCard(
      document.activeElement?.closest<HTMLElement>('[data-content-ref]:not([data-has-like] *)') ??
        undefined,
    )
    document.addEventListener('pointerover', onPointOrFocus, { passive: true })
    document.addEventListener('focusin', onPointOrFocus)
    return () => {
      document.removeEventListener('pointerover', onPointOrFocus)
      document.removeEventListener('focusin', onPointOrFocus)
    }
  }, [])
  useEffect(
    () =>
      onCardLongPress(async () => {
        const { openCardActionsDialog } = await import('./card-like-actions.tsx')
        return (card) => openCardActionsDialog(card, signIn)
      }),
    [signIn],
  )
  if (!card?.isConnected) return null
  return (
    <Suspense>
      {createPortal(
        <CardLikeButton key={card.dataset['contentRef']} card={card} signIn={signIn} />,
        card,
      )}
    </Suspense>
  )
}
