import type { CardContent } from '#web/features/catalog/cards/card.tsx'
import { LikeButton } from '#web/features/library/wishlist/like-button.tsx'
import { cardPreviewMessages } from '#web/features/library/wishlist/messages.ko.ts'
import { RefuseButton } from '#web/features/library/wishlist/refuse-button.tsx'
import { isVideoPath, seriesPath, videoPath } from '#web/routing/paths.ts'
import { useMemberSeries } from '#web/session/use-member-content.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { IconButtonLink } from '#web/ui/base/icon-button.tsx'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { TrailerPicture, TrailerText, useTrailer } from './trailer-parts.tsx'

/**
 * A card expanded over its place in the page: the work in motion, its synopsis and actions. In the top layer, because rails
 * clip what leaves them. It is a part of the card, so it closes when the pointer or the focus leaves the card, on Escape and when a
 * scroll moves the card.
 * @param isKeyboard whether it was opened by key; then it takes the focus, and returns it.
 */
export function CardPreview({
  card,
  content,
  isKeyboard,
  onClose,
}: {
  card: RefObject<HTMLElement | null>
  content: CardContent
  isKeyboard: boolean
  onClose: () => void
}) {
  const { series_id, title } = content
  const popover = useRef<HTMLDivElement>(null)
  const trailer = useTrailer(series_id)
  useLayoutEffect(() => {
    const [element, frame] = [popover.current, card.current]
    if (!element || !frame) return
    element.showPopover()
    const { left, top } = placeOver(
      frame.getBoundingClientRect(),
      element.getBoundingClientRect(),
      {
        width: document.documentElement.clientWidth,
        height: window.innerHeight,
      },
    )
    element.style.left = `${left}px`
    element.style.top = `${top}px`
    if (isKeyboard) element.querySelector<HTMLElement>('a:not([tabindex]), button')?.focus()
    return () => {
      // The browser drops the focus with the popover.
      if (element.contains(document.activeElement)) frame.querySelector('a')?.focus()
    }
  }, [card, isKeyboard])
  useEffect(() => {
    const controller = new AbortController()
    const options = { passive: true, capture: true, signal: controller.signal }
    const placeOfCard = () => {
      const { left, top } = card.current?.getBoundingClientRect() ?? {}
      return `${left} ${top}`
    }
    const opened = placeOfCard()
    // Rows that load above the card, and scrolls from before it opened, move nothing.
    const onScroll = () => placeOfCard() === opened || onClose()
    document.addEventListener('scroll', onScroll, options)
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && onClose(), options)
    return () => controller.abort()
  }, [card, onClose])
  return (
    // Square, so that the pointer does not leave it at the rounded corners.
    <div
      ref={popover}
      popover="manual"
      role="dialog"
      aria-label={cardPreviewMessages.open(title)}
      className="fixed m-0 w-88 overflow-visible bg-transparent p-0 text-foreground transition-[opacity,scale] duration-(--duration-fast) starting:scale-95 starting:opacity-0"
    >
      <div className="overflow-hidden rounded-sheet bg-surface shadow-float">
        {/* The pointer opens the work as on the card; the link with text follows. */}
        <Link to={seriesPath(series_id)} tabIndex={-1} aria-hidden="true" className="block">
          <TrailerPicture trailer={trailer} />
        </Link>
        <div className="p-4">
          <h3 className="text-lg font-bold">
            <Link to={seriesPath(series_id)} className="block truncate">
              {title}
            </Link>
          </h3>
          <div className="mt-2 min-h-23">
            <TrailerText trailer={trailer} />
          </div>
          <PreviewActions content={content} trailer={trailer} onRefuse={onClose} />
        </div>
      </div>
    </div>
  )
}

function PreviewActions({
  content,
  trailer,
  onRefuse,
}: {
  content: CardContent
  trailer: ReturnType<typeof useTrailer>
  onRefuse: () => void
}) {
  const { contentRef, series_id, title, to } = content
  const resume = useMemberSeries(series_id)?.continue_watching
  const series = trailer?.series
  const isEpisode = contentRef.content_type === 'episode'
  const playable = resume?.id ?? series?.first_episode_id
  const playPath = isEpisode ? (isVideoPath(to) ? to : null) : playable && videoPath(playable)
  return (
    <div className="mt-3 flex items-center gap-1">
      {playPath ? (
        <ButtonLink to={playPath} variant="primary" icon="play" className="grow">
          {series?.is_series && !isEpisode && !resume
            ? cardPreviewMessages.play_first
            : cardPreviewMessages.play}
        </ButtonLink>
      ) : (
        <ButtonLink to={to} className="grow">
          {cardPreviewMessages.details}
        </ButtonLink>
      )}
      <LikeButton contentRef={contentRef} title={title} variant="on_image" />
      <RefuseButton content={content} variant="on_image" onRefuse={onRefuse} />
      {playPath && (
        <IconButtonLink
          to={seriesPath(series_id)}
          label={`${title} ${cardPreviewMessages.details}`}
          title={cardPreviewMessages.details}
          icon="info"
          variant="on_image"
        />
      )}
    </div>
  )
}

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** Pixels between the expanded card and the edges of the window. */
const margin = 8

/** Centres a box of a size on a card, and moves it into the window. @returns its top left corner. */
export function placeOver(
  card: Box,
  size: Pick<Box, 'width' | 'height'>,
  view: Pick<Box, 'width' | 'height'>,
): Pick<Box, 'left' | 'top'> {
  const place = (start: number, length: number, own: number, available: number) => {
    const centred = start + (length - own) / 2
    return Math.round(Math.max(margin, Math.min(centred, available - own - margin)))
  }
  return {
    left: place(card.left, card.width, size.width, view.width),
    top: place(card.top, card.height, size.height, view.height),
  }
}
