import { useCallback, useEffect, useState, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { CardPreview } from '#web/features/library/card-preview/card-preview.tsx'
import { seriesPath } from '#web/routing/paths.ts'
import {
  CardLikeButton,
  cardTitleOf,
  contentRefOfCard,
  openCardActionsDialog,
} from './card-like-actions.tsx'
import { onCardLongPress } from './long-press.ts'
import type { SignIn } from './like-button.tsx'

/** Milliseconds that a mouse rests on a card before the card expands. */
const expandMs = 400

/** The card that the member points at while the overlay loads. */
export type Pointing = {
  /** The card that is hovered or focused. */
  card?: HTMLElement | undefined
  /** A touch in progress. */
  press?: PointerEvent | undefined
}

/**
 * The like button of the card that is hovered or focused. One for all pages: a button on each card would double the
 * size of a page. Cards identify their content by `data-content-ref`; those within `data-has-like` have like buttons of
 * their own.
 */
export function CardLikeOverlay({
  signIn,
  pointing,
}: {
  signIn: SignIn
  pointing: RefObject<Pointing>
}): ReactNode {
  const [card, setCard] = useState(() => pointing.current.card)
  const [expanded, setExpanded] = useState<{ card: HTMLElement; isKeyboard: boolean }>()
  const { key, pathname } = useLocation()
  // The cards of the previous page are removed with it.
  useEffect(
    () => () => {
      setCard(undefined)
      setExpanded(undefined)
    },
    [key],
  )
  const close = useCallback(() => setExpanded(undefined), [])
  // The pages of a work say themselves what its card would.
  const isExpandable =
    card !== undefined &&
    !`${pathname}/`.startsWith(`${seriesPath(contentRefOfCard(card).series_id)}/`)
  const isExpanded = expanded !== undefined
  useEffect(() => {
    if (!isExpandable || isExpanded || !matchMedia('(hover: hover)').matches) return
    const timer = setTimeout(() => {
      // A key may have moved the focus here, with the mouse elsewhere. The preview would cover a button under the mouse.
      const isPointed =
        card.matches(':hover') && !card.querySelector(':focus-visible, button:hover')
      if (isPointed) setExpanded({ card, isKeyboard: false })
    }, expandMs)
    return () => clearTimeout(timer)
  }, [card, isExpandable, isExpanded])
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
    document.addEventListener('pointerover', onPointOrFocus, { passive: true })
    document.addEventListener('focusin', onPointOrFocus)
    return () => {
      document.removeEventListener('pointerover', onPointOrFocus)
      document.removeEventListener('focusin', onPointOrFocus)
    }
  }, [])
  useEffect(
    () =>
      onCardLongPress((pressed) => openCardActionsDialog(pressed, signIn), pointing.current.press),
    [signIn, pointing],
  )
  if (expanded?.card.isConnected)
    return (
      <CardPreview
        {...expanded}
        {...contentRefOfCard(expanded.card)}
        title={cardTitleOf(expanded.card)}
        to={expanded.card.querySelector('a')?.getAttribute('href') ?? '/'}
        signIn={signIn}
        onClose={close}
      />
    )
  if (!card?.isConnected) return null
  return createPortal(
    <CardLikeButton
      key={card.dataset['contentRef']}
      card={card}
      signIn={signIn}
      {...(isExpandable && { onExpand: () => setExpanded({ card, isKeyboard: true }) })}
    />,
    card,
  )
}
