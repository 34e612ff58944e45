import type { ContentRef } from '#contract/contents/watch-history.ts'
import { isVideoPath, seriesPath, videoPath } from '#web/routing/paths.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { refetchMemberSeries, useMemberSeries } from '#web/session/use-member-content.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { LikeButton, type SignIn } from '#web/features/library/wishlist/like-button.tsx'
import { RefuseButton } from '#web/features/library/wishlist/refuse-button.tsx'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cardPreviewMessages } from './messages.ko.ts'
import { TrailerPicture, TrailerText, useTrailer } from './trailer-details.tsx'

/** Milliseconds that the pointer may leave the expanded card, as at its rounded corners. */
const leaveMs = 120

/**
 * A card expanded over its place in the page: the work in motion, its synopsis and actions. In the top layer, because rails
 * clip what leaves them. Closes when the pointer or the focus leaves it, on Escape and on scroll.
 * @param isKeyboard whether it was opened by key; then it takes the focus, and returns it.
 */
export function CardPreview({
  card,
  contentRef,
  series_id,
  title,
  to,
  isKeyboard,
  signIn,
  onClose,
}: {
  card: HTMLElement
  contentRef: ContentRef
  series_id: number
  title: string
  /** The path that the card links to. */
  to: string
  isKeyboard: boolean
  signIn: SignIn
  onClose: () => void
}) {
  const element = useRef<HTMLDivElement>(null)
  const trailer = useTrailer(series_id)
  const { state } = useAuth()
  const resume = useMemberSeries(series_id)?.continue_watching
  useEffect(() => {
    if (state === 'signed_in') void refetchMemberSeries(series_id)
  }, [state, series_id])
  useLayoutEffect(() => {
    const popover = element.current
    if (!popover) return
    popover.showPopover()
    const { left, top } = placeOver(card.getBoundingClientRect(), popover.getBoundingClientRect(), {
      width: document.documentElement.clientWidth,
      height: window.innerHeight,
    })
    popover.style.left = `${left}px`
    popover.style.top = `${top}px`
    if (isKeyboard) popover.querySelector<HTMLElement>('a:not([tabindex]), button')?.focus()
    return () => {
      // The browser drops the focus with the popover.
      if (popover.contains(document.activeElement)) card.querySelector('a')?.focus()
    }
  }, [card, isKeyboard])
  useEffect(() => {
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    let timer: ReturnType<typeof setTimeout> | undefined
    const contains = (target: EventTarget | null) =>
      target instanceof Node && (element.current?.contains(target) || card.contains(target))
    document.addEventListener(
      'pointerover',
      ({ target, pointerType }) => {
        clearTimeout(timer)
        if (isKeyboard && pointerType === 'mouse') return
        if (!contains(target)) timer = setTimeout(onClose, leaveMs)
      },
      options,
    )
    document.addEventListener('focusin', ({ target }) => !contains(target) && onClose(), options)
    document.addEventListener(
      'pointerdown',
      ({ target }) => !contains(target) && onClose(),
      options,
    )
    document.documentElement.addEventListener('pointerleave', onClose, options)
    document.addEventListener('scroll', ({ target }) => !element.current?.contains(target as Node) && onClose(), { ...options, capture: true }) // prettier-ignore
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && onClose(), options)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [card, isKeyboard, onClose])

  const series = trailer?.series
  const isEpisode = contentRef.content_type === 'episode'
  const playable = resume?.id ?? series?.first_episode_id
  const playPath = isEpisode ? (isVideoPath(to) ? to : null) : playable && videoPath(playable)
  return (
    <div
      ref={element}
      popover="manual"
      role="dialog"
      aria-label={cardPreviewMessages.open(title)}
      className="fixed m-0 w-88 overflow-hidden rounded-xl bg-surface p-0 text-foreground shadow-float transition-[opacity,scale] duration-(--duration-fast) starting:scale-95 starting:opacity-0"
    >
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
        <div className="mt-1.5 min-h-23">
          <TrailerText trailer={trailer} />
        </div>
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
          <LikeButton contentRef={contentRef} title={title} signIn={signIn} variant="overlay" />
          {state === 'signed_in' && !isEpisode && (
            <RefuseButton
              series_id={series_id}
              title={title}
              variant="overlay"
              onRefuse={onClose}
            />
          )}
          {playPath && (
            <Link
              to={seriesPath(series_id)}
              aria-label={`${title} ${cardPreviewMessages.details}`}
              title={cardPreviewMessages.details}
              className="relative isolate inline-flex size-11 items-center justify-center rounded-full before:absolute before:inset-1 before:z-behind before:rounded-full before:bg-background-deep/70 hover:before:bg-background-deep"
            >
              <Icon name="info" />
            </Link>
          )}
        </div>
      </div>
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
