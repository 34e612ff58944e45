import { useCallback, useEffect, useState, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import {
  CardPreview,
  TrailerPicture,
  TrailerText,
  useTrailer,
  RefuseButton,
} from '#web/features/library/card-preview/card-preview.tsx'
import { seriesPath } from '#web/routing/paths.ts'
import { type SignIn, LikeButton } from './like-button.tsx'
import { useAuth } from '#web/session/auth-store.ts'
import { refetchMemberSeries, useIsLiked } from '#web/session/use-member-content.ts'
import { wishlistMessages, cardPreviewMessages } from './messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import type { ContentRef } from '#contract/contents/watch-history.ts'

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

/** Milliseconds of hover or focus before the like state is fetched. */
const dwellMs = 150

/** The like button on a card, filled once the server has reported the like, and the button that expands the card. */
function CardLikeButton({
  card,
  signIn,
  onExpand,
}: {
  card: HTMLElement
  signIn: SignIn
  onExpand?: () => void
}) {
  const { contentRef, series_id } = contentRefOfCard(card)
  const { state } = useAuth()
  const isUnknown = useIsLiked(contentRef) === undefined && state === 'signed_in'
  useEffect(() => {
    if (!isUnknown) return
    const timer = setTimeout(() => void refetchMemberSeries(series_id), dwellMs)
    return () => clearTimeout(timer)
  }, [isUnknown, series_id])
  return (
    <span data-like-overlay="" className="absolute top-0.5 right-0.5 z-action flex flex-col">
      <LikeButton
        contentRef={contentRef}
        title={cardTitleOf(card)}
        signIn={signIn}
        variant="overlay"
      />
      {contentRef.content_type === 'series' && state === 'signed_in' && (
        <RefuseButton series_id={series_id} title={cardTitleOf(card)} variant="overlay" />
      )}
      {onExpand && (
        <button
          type="button"
          aria-label={cardPreviewMessages.open(cardTitleOf(card))}
          title={cardPreviewMessages.expand}
          onClick={onExpand}
          className="relative isolate inline-flex size-11 items-center justify-center rounded-full before:absolute before:inset-1 before:z-behind before:rounded-full before:bg-background-deep/70 hover:before:bg-background-deep"
        >
          <Icon name="chevron_down" className="size-5" />
        </button>
      )}
    </span>
  )
}

/** Opens the actions dialog of a card: the work in motion, its like button and links to its page, here or in a new tab. */
function openCardActionsDialog(card: HTMLElement, signIn: SignIn): void {
  const link = card.querySelector('a')
  const title = cardTitleOf(card)
  if (!link) return
  void dialogs.open({ label: title }, (close) => (
    <CardActions
      {...{ ...contentRefOfCard(card), title, signIn }}
      // The `href` attribute, not the resolved URL: the router navigates there.
      to={link.getAttribute('href') ?? '/'}
      onClose={() => close()}
    />
  ))
}

function CardActions({
  contentRef,
  series_id,
  title,
  to,
  signIn,
  onClose,
}: ReturnType<typeof contentRefOfCard> & {
  title: string
  to: string
  signIn: SignIn
  onClose: () => void
}) {
  const { state } = useAuth()
  const trailer = useTrailer(series_id)
  const isUnknown = useIsLiked(contentRef) === undefined && state === 'signed_in'
  useEffect(() => {
    if (isUnknown) void refetchMemberSeries(series_id)
  }, [isUnknown, series_id])
  return (
    <DialogBody
      title={title}
      onClose={onClose}
      actions={
        <>
          <LikeButton contentRef={contentRef} title={title} signIn={signIn} />
          {contentRef.content_type === 'series' && state === 'signed_in' && (
            <RefuseButton series_id={series_id} title={title} onRefuse={onClose} />
          )}
          {/* The dialog replaces the browser's link menu, which is mostly used to open a new tab. */}
          <ButtonLink to={to} target="_blank" size="lg" onClick={onClose}>
            {wishlistMessages.open_in_tab}
          </ButtonLink>
          <ButtonLink to={to} variant="primary" size="lg" onClick={onClose}>
            {wishlistMessages.open}
          </ButtonLink>
        </>
      }
    >
      <div className="-mx-6">
        <TrailerPicture trailer={trailer} />
      </div>
      <div className="mt-4 min-h-23">
        <TrailerText trailer={trailer} />
      </div>
    </DialogBody>
  )
}

/** Parses a card's `data-content-ref`, e.g. `series:1:1` or `episode:12:1` (type, id, series id). */
function contentRefOfCard(card: HTMLElement): { contentRef: ContentRef; series_id: number } {
  const [kind, id, series_id] = card.dataset['contentRef']?.split(':') ?? []
  const content_type = kind === 'episode' ? 'episode' : 'series'
  return { contentRef: { content_type, object_id: Number(id) }, series_id: Number(series_id) }
}

/** The accessible name of the card's link. */
function cardTitleOf(card: HTMLElement): string {
  const link = card.querySelector('a')
  return link?.ariaLabel ?? link?.textContent ?? ''
}
