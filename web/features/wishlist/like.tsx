import type { ContentRef } from '#contract/contents/watch-history.ts'
import { wishlistCopy } from '#web/copy/wishlist.ts'
import { auth } from '#web/data/auth.ts'
import { likes, useLiked } from '#web/data/likes.ts'
import { LikeButton } from '#web/ui/like-button.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import { useState, useSyncExternalStore, type ComponentProps } from 'react'

/** Asks to sign in; whether he did. */
export type SignIn = () => Promise<boolean>

/**
 * Presses the heart of a work: shown at once, taken back with a word where it fails. A visitor signs in first,
 * and then likes it: he wanted that, whatever he had done with it before.
 */
async function pressLike(what: ContentRef, signIn: SignIn): Promise<void> {
  if (auth.current().state === 'unknown') await auth.check()
  let liked = !likes.isLiked(what)
  if (auth.current().state !== 'signed_in') {
    if (!(await signIn())) return
    liked = true
  }
  try {
    await likes.set(what, liked)
  } catch {
    toasts.show(liked ? wishlistCopy.not_added : wishlistCopy.not_removed, 'danger')
  }
}

/** The heart of one work. `signIn` is handed in by the route: features do not know each other. */
export function Like({
  what,
  signIn,
  count,
  ...rest
}: {
  what: ContentRef
  signIn: SignIn
  /** How many like it, as the page says; what the member does here is added. Given a `key` for every work. */
  count?: number
} & Pick<ComponentProps<typeof LikeButton>, 'title' | 'look' | 'className'>) {
  const liked = useLiked(what)
  const change = useChange(what)
  return (
    <LikeButton
      {...rest}
      {...(count !== undefined && { count: Math.max(0, count + change) })}
      liked={liked}
      onPress={() => void pressLike(what, signIn)}
    />
  )
}

/** 1 where the member has come to like it since the server was first heard, -1 where no longer, else 0. */
function useChange(what: ContentRef): -1 | 0 | 1 {
  const known = useSyncExternalStore(
    likes.subscribe,
    () => likes.isLiked(what),
    () => undefined,
  )
  const [first, setFirst] = useState(known)
  if (first === undefined && known !== undefined) setFirst(known)
  if (known === undefined || first === undefined || known === first) return 0
  return known ? 1 : -1
}
