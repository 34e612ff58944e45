import { wishlistCopy } from '#web/copy/wishlist.ts'
import { useAuth } from '#web/data/auth.ts'
import { likes } from '#web/data/likes.ts'
import { seriesOfMember } from '#web/data/series-of-member.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ModalBody } from '#web/ui/modal.tsx'
import { modals } from '#web/ui/modal-stack.ts'
import { useEffect } from 'react'
import { titleOf, workOf } from './card-work.ts'
import { Like, type SignIn } from './like.tsx'

/** Opens the sheet of a card: its like button, and its page here or in a new tab. */
export function openCardSheet(card: HTMLElement, signIn: SignIn): void {
  const link = card.querySelector('a')
  const title = titleOf(card)
  if (!link) return
  void modals.open({ label: title }, (close) => (
    <CardSheet
      {...{ ...workOf(card), title, signIn }}
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
}: ReturnType<typeof workOf> & {
  title: string
  to: string
  signIn: SignIn
  onClose: () => void
}) {
  const { state } = useAuth()
  const isUnknown = state === 'signed_in' && likes.isLiked(what) === undefined
  useEffect(() => {
    if (isUnknown) void seriesOfMember.read(series_id)
  }, [isUnknown, series_id])
  return (
    <ModalBody
      title={title}
      onClose={onClose}
      actions={
        <>
          <Like what={what} title={title} signIn={signIn} />
          {/* The link menu that this sheet replaces is used for it most. */}
          <ButtonLink to={to} target="_blank" size="lg" onClick={onClose}>
            {wishlistCopy.open_in_tab}
          </ButtonLink>
          <ButtonLink to={to} look="primary" size="lg" onClick={onClose}>
            {wishlistCopy.open}
          </ButtonLink>
        </>
      }
    />
  )
}
