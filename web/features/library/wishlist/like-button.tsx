import type { ContentRef } from '#contract/contents/watch-history.ts'
import { wishlistMessages } from './messages.ko.ts'
import { authStore } from '#web/session/auth-store.ts'
import { likesStore, useIsLiked } from '#web/session/likes.ts'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useState, useSyncExternalStore, type ComponentProps } from 'react'
import { formatCompactNumber } from '#web/lib/format.ts'
import { Icon } from '#web/ui/base/icon.tsx'

/** Asks to sign in; whether he did. */
export type SignIn = () => Promise<boolean>

/**
 * Presses the heart of a work: shown at once, taken back with a word where it fails. A visitor signs in first,
 * and then likes it: he wanted that, whatever he had done with it before.
 */
async function pressLike(what: ContentRef, signIn: SignIn): Promise<void> {
  if (authStore.current().state === 'unknown') await authStore.check()
  let liked = !likesStore.isLiked(what)
  if (authStore.current().state !== 'signed_in') {
    if (!(await signIn())) return
    liked = true
  }
  try {
    await likesStore.set(what, liked)
  } catch {
    toasts.show(liked ? wishlistMessages.not_added : wishlistMessages.not_removed, 'danger')
  }
}

/** The heart of one work. `signIn` is handed in by the route: features do not know each other. */
export function LikeButton({
  what,
  signIn,
  count,
  ...rest
}: {
  what: ContentRef
  signIn: SignIn
  /** How many like it, as the page says; what the member does here is added. Given a `key` for every work. */
  count?: number
} & Pick<ComponentProps<typeof LikeIconButton>, 'title' | 'look' | 'className'>) {
  const liked = useIsLiked(what)
  const change = useChange(what)
  return (
    <LikeIconButton
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
    likesStore.subscribe,
    () => likesStore.isLiked(what),
    () => undefined,
  )
  const [first, setFirst] = useState(known)
  if (first === undefined && known !== undefined) setFirst(known)
  if (known === undefined || first === undefined || known === first) return 0
  return known ? 1 : -1
}

const looks = {
  /** Beside play. */
  wide: 'min-h-12 gap-2 rounded-lg px-5 text-base font-semibold bg-foreground/14 hover:bg-foreground/24 active:bg-foreground/10 md:min-h-13',
  /** On a picture. */
  round:
    'size-11 rounded-full before:absolute before:inset-1 before:z-behind before:rounded-full before:bg-background-deep/70 hover:before:bg-background-deep',
  /** In the column of controls of an upright film, how many like it under it. */
  tower: 'min-h-13 w-11 flex-col rounded-xl hover:bg-foreground/14 active:bg-foreground/8',
} as const

/** A heart that is pressed or is not. `title` is the work's: what is heard names it. */
function LikeIconButton({
  liked,
  title,
  count,
  onPress,
  look = 'wide',
  className = '',
}: {
  liked: boolean
  title: string
  /** How many like it, where that is shown. */
  count?: number
  onPress: () => void
  look?: keyof typeof looks
  className?: string
}) {
  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={
        count
          ? wishlistMessages.like_counted(title, formatCompactNumber(count))
          : wishlistMessages.like_named(title)
      }
      title={liked ? wishlistMessages.liked : wishlistMessages.like}
      onClick={onPress}
      className={`isolate relative inline-flex items-center justify-center whitespace-nowrap select-none transition-colors duration-(--duration-fast) ${looks[look]} ${className}`}
    >
      <Icon
        name={liked ? 'heart_full' : 'heart'}
        className={`size-5.5 transition-[scale] duration-(--duration-slow) ease-standard ${liked ? 'scale-110 text-accent' : ''}`}
      />
      {count !== undefined && (
        <span aria-hidden="true" className="text-xs leading-4 font-semibold tabular-nums">
          {count > 0 ? formatCompactNumber(count) : wishlistMessages.title}
        </span>
      )}
      {look === 'wide' && <span aria-hidden="true">{wishlistMessages.title}</span>}
    </button>
  )
}
