import type { ContentRef } from '#contract/contents/watch-history.ts'
import { isVideoPath, seriesPath, videoPath } from '#web/routing/paths.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { refetchMemberSeries, useMemberSeries } from '#web/session/use-member-content.ts'
import { ButtonLink, Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { LikeButton, type SignIn } from '#web/features/library/wishlist/like-button.tsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { cardPreviewMessages, wishlistMessages } from '../wishlist/messages.ko.ts'
import { readTrailer } from '#web/api/endpoints/playback.generated.ts'
import type { Trailer, Storyboard } from '#contract/contents/playback.ts'
import { call } from '#web/api/client.ts'
import { formatYear } from '#web/lib/format-basics.ts'
import { AgeRating } from '#web/features/catalog/cards/content-badges.tsx'
import { cardMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { genreOf, PosterPlaceholder } from '#web/features/catalog/cards/poster-placeholder.tsx'
import { ClipVideo, canPlayClips } from '#web/features/catalog/trailer/clip-video.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { AverageRating } from '#web/ui/base/star-rating.tsx'
import { trailerSeconds } from '#contract/contents/trailer-length.ts'
import { storyboardTileAt } from '#web/features/catalog/trailer/storyboard-tile.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'

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

/** Milliseconds per image. */
const imageMs = 700

/** Shows the images of a storyboard from `start` on in turn, where a clip cannot play. Still with reduced motion. */
function StoryboardSlideshow({ storyboard, start }: { storyboard: Storyboard; start: number }) {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setShown((image) => (image + 1) % trailerSeconds), imageMs)
    return () => clearInterval(timer)
  }, [])
  const tile = storyboardTileAt(storyboard, start + shown * Math.max(1, storyboard.interval))
  if (!tile || tile.height > tile.width) return null
  return (
    <span
      aria-hidden="true"
      data-storyboard={shown}
      className="absolute inset-0"
      style={{
        backgroundImage: `url("${tile.url}")`,
        backgroundSize: tile.background_size,
        backgroundPosition: tile.background_position,
      }}
    />
  )
}

/** Cards are small: larger renditions would not be seen. */
const maxHeight = 360

/** Reads the trailer of a series; undefined while it is loading, null if it cannot be read. */
export function useTrailer(series_id: number): Trailer | null | undefined {
  const [loaded, setLoaded] = useState<{ id: number; trailer: Trailer | null }>()
  useEffect(() => {
    let isCurrent = true
    const show = (trailer: Trailer | null) => isCurrent && setLoaded({ id: series_id, trailer })
    call(readTrailer, { params: { id: series_id } }).then(show, () => show(null))
    return () => void (isCurrent = false)
  }, [series_id])
  return loaded?.id === series_id ? loaded.trailer : undefined
}

/** The picture of a series in motion, silently: its clip, or images of its storyboard where clips do not play. */
export function TrailerPicture({ trailer }: { trailer: Trailer | null | undefined }) {
  const [hasEnded, setHasEnded] = useState(false)
  const { series, clip } = trailer ?? {}
  const isClip = clip && !hasEnded && canPlayClips()
  return (
    <ResponsiveImage
      url={series?.backdrop_url ?? null}
      kind="backdrop"
      color={series?.backdrop_color ?? ''}
      sizes="400px"
      placeholder={
        series ? (
          <PosterPlaceholder title={series.title} genre={genreOf(series.categories)} />
        ) : (
          <span className="shimmer absolute inset-0" />
        )
      }
    >
      {isClip ? (
        <ClipVideo clip={clip} max_height={maxHeight} onEnded={() => setHasEnded(true)} />
      ) : (
        clip?.storyboard && <StoryboardSlideshow storyboard={clip.storyboard} start={clip.start} />
      )}
    </ResponsiveImage>
  )
}

/** Rating, year, length, age rating and synopsis of a series, in a box of fixed height while they load. */
export function TrailerText({ trailer }: { trailer: Trailer | null | undefined }) {
  if (trailer === null)
    return <p className="text-sm text-foreground-muted">{cardPreviewMessages.failed}</p>
  if (!trailer)
    return (
      <div aria-hidden="true" className="space-y-2">
        <div className="shimmer h-4 w-3/5 rounded-sm" />
        <div className="shimmer h-4 rounded-sm" />
        <div className="shimmer h-4 w-4/5 rounded-sm" />
      </div>
    )
  const { series } = trailer
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-foreground-muted tabular-nums">
        <AverageRating average={series.rating_average} />
        {series.released_on && <span>{formatYear(series.released_on)}</span>}
        <span>
          {series.is_series ? cardMessages.episodes(series.episode_count) : cardMessages.single}
        </span>
        <AgeRating code={series.age_rating} descriptors={[]} />
      </p>
      <p className="mt-2 line-clamp-3 text-sm text-foreground-muted">{series.synopsis}</p>
    </>
  )
}

/** 관심 없음: takes a series out of the recommendations, its cards off the page and its like away, until it is undone. */
export function RefuseButton({
  series_id,
  title,
  variant = 'labelled',
  onRefuse,
}: {
  series_id: number
  title: string
  variant?: 'labelled' | 'overlay'
  onRefuse?: () => void
}) {
  const refusing = useAsyncAction(async () => {
    try {
      const { refuseWork, restoreWork } = await import('#web/session/member-content-queries.ts')
      await refuseWork(series_id)
      const showCards = hideCards(series_id)
      onRefuse?.()
      toasts.show(wishlistMessages.refused(title), 'info', {
        label: wishlistMessages.undo,
        run: () => void restoreWork(series_id).then(showCards, showFailure),
      })
    } catch {
      showFailure()
    }
  })
  if (variant === 'labelled')
    return (
      <Button size="lg" busy={refusing.isPending} onClick={() => refusing.run()}>
        {wishlistMessages.refuse}
      </Button>
    )
  return (
    <button
      type="button"
      aria-label={wishlistMessages.refuse_named(title)}
      title={wishlistMessages.refuse}
      aria-disabled={refusing.isPending}
      onClick={() => refusing.run()}
      className="relative isolate inline-flex size-11 items-center justify-center rounded-full before:absolute before:inset-1 before:z-behind before:rounded-full before:bg-background-deep/70 hover:before:bg-background-deep"
    >
      <Icon name="close" className="size-5" />
    </button>
  )
}

const showFailure = () => void toasts.show(wishlistMessages.refuse_failed, 'danger')

/**
 * Hides the cards of a series on this page; the focus moves from a hidden card to the next one.
 * @returns a function that shows them again.
 */
function hideCards(series_id: number): () => void {
  const cards = [
    ...document.querySelectorAll<HTMLElement>(
      `[data-content-ref="series:${series_id}:${series_id}"]`,
    ),
  ]
  for (const card of cards) {
    const item = card.closest('li')
    const next = item?.nextElementSibling ?? item?.previousElementSibling
    if (card.contains(document.activeElement)) next?.querySelector('a')?.focus()
    card.hidden = true
  }
  return () => {
    for (const card of cards) card.hidden = false
  }
}
