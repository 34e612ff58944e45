import { useAsyncAction } from '#web/api/use-async-action.ts'
import type { CardContent } from '#web/features/catalog/cards/card.tsx'
import { useAuth } from '#web/session/auth-store.ts'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { wishlistMessages } from './messages.ko.ts'

/**
 * 관심 없음: takes a series out of the recommendations, removes its like, and hides its cards on this page, until it is undone.
 * Nothing for an episode, and for visitors.
 */
export function RefuseButton({
  content: { contentRef, series_id, title },
  variant = 'labelled',
  onRefuse,
}: {
  content: CardContent
  variant?: 'labelled' | 'on_image'
  onRefuse?: () => void
}) {
  const { state } = useAuth()
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
  if (contentRef.content_type !== 'series' || state !== 'signed_in') return null
  if (variant === 'labelled')
    return (
      <Button size="lg" busy={refusing.isPending} onClick={() => refusing.run()}>
        {wishlistMessages.refuse}
      </Button>
    )
  return (
    <IconButton
      label={wishlistMessages.refuse_named(title)}
      title={wishlistMessages.refuse}
      icon="close"
      variant="on_image"
      aria-disabled={refusing.isPending}
      onClick={() => refusing.run()}
    />
  )
}

const showFailure = () => void toasts.show(wishlistMessages.refuse_failed, 'danger')

/**
 * Hides the cards of a series on this page; the focus moves from a hidden card to the next one.
 * @returns a function that shows them again.
 */
function hideCards(series_id: number): () => void {
  const cards = [...document.querySelectorAll<HTMLElement>(`article[data-series="${series_id}"]`)]
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
