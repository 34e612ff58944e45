import { useAuth } from '#web/session/auth-store.ts'
import { likesStore } from '#web/session/likes.ts'
import { memberSeriesStore } from '#web/session/member-series.ts'
import { useEffect } from 'react'
import { LikeButton, type SignIn } from './like-button.tsx'
import { wishlistMessages } from './messages.ko.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import type { ContentRef } from '#contract/contents/watch-history.ts'

/** Somebody means a card on which he stays so long. */
const dwell = 150

/** The heart on a card, filled as soon as the server has said whether it is. */
export function CardLikeButton({ card, signIn }: { card: HTMLElement; signIn: SignIn }) {
  const { what, series_id } = contentRefOfCard(card)
  const { state } = useAuth()
  const isUnknown = state === 'signed_in' && likesStore.isLiked(what) === undefined
  useEffect(() => {
    if (!isUnknown) return
    const timer = setTimeout(() => void memberSeriesStore.read(series_id), dwell)
    return () => clearTimeout(timer)
  }, [isUnknown, series_id])
  return (
    <span data-like-overlay="" className="absolute top-0.5 right-0.5 z-action">
      <LikeButton what={what} title={cardTitleOf(card)} signIn={signIn} look="round" />
    </span>
  )
}

/** Opens the sheet of a card: its like button, and its page here or in a new tab. */
export function openCardActionsDialog(card: HTMLElement, signIn: SignIn): void {
  const link = card.querySelector('a')
  const title = cardTitleOf(card)
  if (!link) return
  void dialogs.open({ label: title }, (close) => (
    <CardSheet
      {...{ ...contentRefOfCard(card), title, signIn }}
      // The address as it is written: the router goes there.
      to={link.getAttribute('href') ?? '/'}
      onClose={() => close()}
    />
  ))
}

function CardSheet({
  what,
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
  const isUnknown = state === 'signed_in' && likesStore.isLiked(what) === undefined
  useEffect(() => {
    if (isUnknown) void memberSeriesStore.read(series_id)
  }, [isUnknown, series_id])
  return (
    <DialogBody
      title={title}
      onClose={onClose}
      actions={
        <>
          <LikeButton what={what} title={title} signIn={signIn} />
          {/* The link menu that this sheet replaces is used for it most. */}
          <ButtonLink to={to} target="_blank" size="lg" onClick={onClose}>
            {wishlistMessages.open_in_tab}
          </ButtonLink>
          <ButtonLink to={to} look="primary" size="lg" onClick={onClose}>
            {wishlistMessages.open}
          </ButtonLink>
        </>
      }
    />
  )
}

/** `series:1:1`, `episode:12:1`: what a card shows, and its series. */
export function contentRefOfCard(card: HTMLElement): { what: ContentRef; series_id: number } {
  const [kind, id, series_id] = card.dataset['contentRef']?.split(':') ?? []
  const content_type = kind === 'episode' ? 'episode' : 'series'
  return { what: { content_type, object_id: Number(id) }, series_id: Number(series_id) }
}

/** What its link is called. */
export function cardTitleOf(card: HTMLElement): string {
  const link = card.querySelector('a')
  return link?.ariaLabel ?? link?.textContent ?? ''
}
