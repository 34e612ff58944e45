import type { ContentRef } from '#contract/watch-history/watch-history.ts'
import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { wishlistMessages } from './messages.ko.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useIsLiked } from '#web/session/use-member-content.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useState, type ComponentProps } from 'react'
import { formatCompactNumber } from '#web/lib/format.ts'
import { imageDisc } from '#web/ui/base/icon-button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'

/**
 * Toggles the like optimistically and reverts it with a toast on failure. A visitor logs in first; then the content is
 * liked, even if the member's like existed before.
 */
async function toggleLike(contentRef: ContentRef): Promise<void> {
  if (authStore.getState().state === 'unknown') await authStore.checkAuth()
  const isVisitor = authStore.getState().state !== 'signed_in'
  if (isVisitor && !(await openLoginDialog())) return
  let liked = true
  try {
    const { isContentLiked, setLiked } = await import('#web/session/member-content-queries.ts')
    liked = isVisitor || !isContentLiked(contentRef)
    await setLiked(contentRef, liked)
  } catch {
    toasts.show(liked ? wishlistMessages.add_failed : wishlistMessages.remove_failed, 'danger')
  }
}

/** The like button of a title or an episode. */
export function LikeButton({
  contentRef,
  count,
  ...rest
}: {
  contentRef: ContentRef
  /** The number of likes in the page's data; the member's change since is added. Needs a `key` per content. */
  count?: number
} & Pick<ComponentProps<typeof LikeIconButton>, 'title' | 'variant' | 'className'>) {
  const isLiked = useIsLiked(contentRef)
  const change = useLikeChange(isLiked)
  return (
    <LikeIconButton
      {...rest}
      {...(count !== undefined && { count: Math.max(0, count + change) })}
      isLiked={isLiked ?? false}
      onClick={() => void toggleLike(contentRef)}
    />
  )
}

/** The member's change since the like state was first known: 1 liked, -1 unliked, 0 unchanged. */
function useLikeChange(isLiked: boolean | undefined): -1 | 0 | 1 {
  const [initial, setInitial] = useState(isLiked)
  if (initial === undefined && isLiked !== undefined) setInitial(isLiked)
  if (isLiked === undefined || initial === undefined || isLiked === initial) return 0
  return isLiked ? 1 : -1
}

const variants = {
  /** Beside the play button. */
  labelled:
    'on-image min-h-12 gap-2 rounded-control px-5 text-base font-semibold bg-foreground/14 hover:bg-foreground/24 active:bg-foreground/10 md:min-h-13',
  on_image: `on-image size-11 rounded-full ${imageDisc}`,
  /** In the button column of the vertical player, with the count below. */
  stacked: 'min-h-13 w-11 flex-col rounded-control hover:bg-foreground/14 active:bg-foreground/8',
} as const

function LikeIconButton({
  isLiked,
  title,
  count,
  onClick,
  variant = 'labelled',
  className = '',
}: {
  isLiked: boolean
  title: string
  /** The number of likes, where it is shown. */
  count?: number
  onClick: () => void
  variant?: keyof typeof variants
  className?: string
}) {
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={
        count
          ? wishlistMessages.like_counted(title, formatCompactNumber(count))
          : wishlistMessages.like_named(title)
      }
      title={isLiked ? wishlistMessages.liked : wishlistMessages.like}
      onClick={onClick}
      className={`isolate relative inline-flex items-center justify-center whitespace-nowrap select-none transition-colors duration-(--duration-fast) ${variants[variant]} ${className}`}
    >
      <Icon
        name={isLiked ? 'heart_filled' : 'heart'}
        className={`size-6 transition-[scale] duration-(--duration-slow) ease-standard ${isLiked ? 'scale-110 text-accent' : ''}`}
      />
      {count !== undefined && (
        <span aria-hidden="true" className="text-xs leading-4 font-semibold tabular-nums">
          {count > 0 ? formatCompactNumber(count) : wishlistMessages.title}
        </span>
      )}
      {variant === 'labelled' && <span aria-hidden="true">{wishlistMessages.title}</span>}
    </button>
  )
}
