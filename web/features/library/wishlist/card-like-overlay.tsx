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
import type { SignIn } from './like-button.tsx'

/** Milliseconds of a long press, as in common operating systems. */
const longPressMs = 450
/** Pixels that a resting finger may move. */
const maxMovementPx = 10
/** Milliseconds after `pointerup` within which some browsers still fire `click`. */
const clickSuppressionMs = 400

/**
 * Opens a dialog on long press of a card: touch screens cannot hover, and a like button on every card would cover the
 * posters. The dialog replaces the browser's link menu and suppresses the click that ends the touch. For mouse and
 * keyboard, the browser keeps its menu.
 * @param press a touch that is in progress.
 * @returns a function that removes the listeners.
 */
function onCardLongPress(
  openDialog: (card: HTMLElement) => void,
  press: PointerEvent | undefined,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let touch: { card: HTMLElement; x: number; y: number } | null = null
  let hasFired = false
  const controller = new AbortController()
  const { signal } = controller
  const root = document.documentElement

  // On iOS a style sheet suppresses the link menu, not an event (base.css).
  root.dataset['cardSheet'] = ''
  function fire() {
    if (!touch || hasFired) return
    hasFired = true
    openDialog(touch.card)
  }
  function endTouch() {
    clearTimeout(timer)
    touch = null
    if (hasFired) setTimeout(() => (hasFired = false), clickSuppressionMs)
  }
  function startTouch(event: PointerEvent) {
    endTouch()
    hasFired = false
    if (event.pointerType !== 'touch' || !event.isPrimary) return
    const target = event.target as Element
    const card = target.closest<HTMLElement>('[data-content-ref]')
    if (!card || target.closest('button')) return
    touch = { card, x: event.clientX, y: event.clientY }
    const elapsedMs = performance.now() - event.timeStamp
    timer = setTimeout(fire, longPressMs - elapsedMs)
  }
  if (press) startTouch(press)
  document.addEventListener('pointerdown', startTouch, { passive: true, signal })
  document.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (touch && Math.hypot(clientX - touch.x, clientY - touch.y) > maxMovementPx) endTouch()
    },
    { passive: true, signal },
  )
  for (const name of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(name, endTouch, { passive: true, signal })
  document.addEventListener(
    'contextmenu',
    (event) => {
      // Some systems fire `contextmenu` before `longPressMs`.
      fire()
      if (hasFired) event.preventDefault()
      else endTouch()
    },
    { signal },
  )
  document.addEventListener(
    'click',
    (event) => {
      if (!hasFired) return
      hasFired = false
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal },
  )
  return () => {
    clearTimeout(timer)
    controller.abort()
    delete root.dataset['cardSheet']
  }
}

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
      // On touch, a tap opens the card and a long press its actions dialog.
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
