import type { ContentRef } from '#contract/watching.ts'
import { wishlistCopy } from '#web/copy/wishlist.ts'
import { auth } from '#web/data/auth.ts'
import { likes, useLiked } from '#web/data/likes.ts'
import { LikeButton } from '#web/ui/like-button.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import type { ComponentProps } from 'react'

/** Asks to sign in; whether he did. */
export type SignIn = () => Promise<boolean>

/**
 * Presses the heart of a work: shown at once, taken back with a word where it fails. A visitor signs in first,
 * and then likes it: he wanted that, whatever he had done with it before.
 */
export async function pressLike(what: ContentRef, signIn: SignIn): Promise<void> {
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
  ...rest
}: { what: ContentRef; signIn: SignIn } & Pick<
  ComponentProps<typeof LikeButton>,
  'title' | 'look' | 'className'
>) {
  const liked = useLiked(what)
  return <LikeButton {...rest} liked={liked} onPress={() => void pressLike(what, signIn)} />
}
