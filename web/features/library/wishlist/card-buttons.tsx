import type { CardButtonsProps, CardContent } from '#web/features/catalog/cards/card.tsx'
import { CardPreview } from '#web/features/library/card-preview/card-preview.tsx'
import { seriesPath } from '#web/routing/paths.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { refetchMemberSeries, useIsLiked } from '#web/session/use-member-content.ts'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { LikeButton } from './like-button.tsx'
import { cardPreviewMessages } from './messages.ko.ts'
import { RefuseButton } from './refuse-button.tsx'

/** Milliseconds of hover or focus before the like state is fetched. */
const dwell_ms = 150
/** Milliseconds that a mouse rests on a card before the card expands. */
const expand_ms = 400

/** Reads the like of a content unless it is known, `delay_ms` after it is shown. */
export function useLikeState({ contentRef, series_id }: CardContent, delay_ms: number) {
  const { state } = useAuth()
  const isUnknown = useIsLiked(contentRef) === undefined && state === 'signed_in'
  useEffect(() => {
    if (!isUnknown) return
    const timer = setTimeout(() => void refetchMemberSeries(series_id), delay_ms)
    return () => clearTimeout(timer)
  }, [isUnknown, series_id, delay_ms])
}

/** The buttons of a card that is hovered or has the focus; the card expands under a resting mouse, and by its last button. */
export function CardButtons({ card, content }: CardButtonsProps) {
  const { contentRef, series_id, title } = content
  const { pathname } = useLocation()
  const [expandedBy, setExpandedBy] = useState<'mouse' | 'key'>()
  useLikeState(content, dwell_ms)
  // The pages of a work show what the preview of its card would.
  const isExpandable = !`${pathname}/`.startsWith(`${seriesPath(series_id)}/`)
  useEffect(() => {
    const element = card.current
    if (!element || !isExpandable || !matchMedia('(hover: hover)').matches) return
    let timer: ReturnType<typeof setTimeout>
    const expand = () => {
      // A key may have moved the focus here, with the mouse elsewhere. The preview would cover a button under the mouse.
      const isCovering = element.querySelector(':focus-visible, button:hover')
      if (element.matches(':hover') && !isCovering) setExpandedBy((opened) => opened ?? 'mouse')
    }
    const dwell = () => {
      clearTimeout(timer)
      timer = setTimeout(expand, expand_ms)
    }
    dwell()
    // A preview that is closed under the mouse takes the event of its leaving along, so the buttons may still be here.
    element.addEventListener('pointerenter', dwell)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('pointerenter', dwell)
    }
  }, [card, isExpandable])
  if (expandedBy)
    return (
      <CardPreview
        card={card}
        content={content}
        isKeyboard={expandedBy === 'key'}
        onClose={() => setExpandedBy(undefined)}
      />
    )
  return (
    <span className="absolute top-1 right-1 z-action flex flex-col">
      <LikeButton contentRef={contentRef} title={title} variant="on_image" />
      <RefuseButton content={content} variant="on_image" />
      {isExpandable && (
        <IconButton
          label={cardPreviewMessages.open(title)}
          title={cardPreviewMessages.expand}
          icon="chevron_down"
          variant="on_image"
          onClick={() => setExpandedBy('key')}
        />
      )}
    </span>
  )
}
