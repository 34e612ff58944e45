import type { CardContent } from '#web/features/catalog/cards/card.tsx'
import {
  TrailerPicture,
  TrailerText,
  useTrailer,
} from '#web/features/library/card-preview/trailer-parts.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { useLikeState } from './card-buttons.tsx'
import { LikeButton } from './like-button.tsx'
import { wishlistMessages } from './messages.ko.ts'
import { RefuseButton } from './refuse-button.tsx'

/** Milliseconds of a long press, as in common operating systems. */
const longPress_ms = 450
/** Pixels that a resting finger may move. */
const maxMovement_px = 10
/** Milliseconds after `pointerup` within which some browsers still fire `click`. */
const clickSuppression_ms = 400

/**
 * Opens the sheet of a card when a finger rests on it: touch screens cannot hover. The sheet replaces the browser's link menu,
 * and the click that ends the touch is suppressed.
 * @param ended aborts when the finger is lifted.
 */
export function openOnLongPress(touch: PointerEvent, content: CardContent, ended: AbortSignal) {
  // On iOS a style sheet suppresses the link menu, not an event (base.css).
  document.documentElement.dataset['cardSheet'] = ''
  if (ended.aborted) return
  const listeners = new AbortController()
  const { signal } = listeners
  let isOpened = false
  function open() {
    if (isOpened) return
    isOpened = true
    void dialogs.open({ label: content.title }, (close) => (
      <CardSheet content={content} onClose={() => close()} />
    ))
  }
  const timer = setTimeout(open, longPress_ms - (performance.now() - touch.timeStamp))
  function stop() {
    clearTimeout(timer)
    listeners.abort()
  }
  ended.addEventListener('abort', () => (isOpened ? setTimeout(stop, clickSuppression_ms) : stop()))
  document.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      const distance_px = Math.hypot(clientX - touch.clientX, clientY - touch.clientY)
      if (!isOpened && distance_px > maxMovement_px) stop()
    },
    { passive: true, signal },
  )
  document.addEventListener(
    'contextmenu',
    (event) => {
      // Some systems fire it before `longPress_ms`.
      open()
      event.preventDefault()
    },
    { signal },
  )
  document.addEventListener(
    'click',
    (event) => {
      if (!isOpened) return
      stop()
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal },
  )
}

/** A card's work in motion, its like button and links to its page, here or in a new tab. */
function CardSheet({ content, onClose }: { content: CardContent; onClose: () => void }) {
  const { contentRef, series_id, title, to } = content
  const trailer = useTrailer(series_id)
  useLikeState(content, 0)
  return (
    <DialogBody
      title={title}
      onClose={onClose}
      actions={
        <>
          <LikeButton contentRef={contentRef} title={title} />
          <RefuseButton content={content} onRefuse={onClose} />
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
