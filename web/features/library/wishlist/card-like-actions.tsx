import { useAuth } from '#web/session/auth-store.ts'
import { refetchMemberSeries, useIsLiked } from '#web/session/use-member-content.ts'
import { useEffect } from 'react'
import { LikeButton, type SignIn } from './like-button.tsx'
import { RefuseButton } from './refuse-button.tsx'
import { wishlistMessages } from './messages.ko.ts'
import { cardPreviewMessages } from '#web/features/library/card-preview/messages.ko.ts'
import {
  TrailerPicture,
  TrailerText,
  useTrailer,
} from '#web/features/library/card-preview/trailer-details.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import type { ContentRef } from '#contract/contents/watch-history.ts'

/** Milliseconds of hover or focus before the like state is fetched. */
const dwellMs = 150

/** The like button on a card, filled once the server has reported the like, and the button that expands the card. */
export function CardLikeButton({
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
export function openCardActionsDialog(card: HTMLElement, signIn: SignIn): void {
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
export function contentRefOfCard(card: HTMLElement): { contentRef: ContentRef; series_id: number } {
  const [kind, id, series_id] = card.dataset['contentRef']?.split(':') ?? []
  const content_type = kind === 'episode' ? 'episode' : 'series'
  return { contentRef: { content_type, object_id: Number(id) }, series_id: Number(series_id) }
}

/** The accessible name of the card's link. */
export function cardTitleOf(card: HTMLElement): string {
  const link = card.querySelector('a')
  return link?.ariaLabel ?? link?.textContent ?? ''
}
