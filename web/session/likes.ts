import { like, unlike } from '#web/api/endpoints/watch-history.generated.ts'
import type { ContentRef } from '#contract/contents/watch-history.ts'
import { useSyncExternalStore } from 'react'
import { authStore } from './auth-store.ts'
import { apiRequest } from '#web/api/client.ts'
import { isApiError } from '#web/api/error-message.ts'

/** What is known of one work: the server's word, and what the member wants it to be. */
type Known = {
  like_id: number | null
  wanted?: boolean
  settling?: Promise<void>
  /** When the last press of it was settled, counted in settlings. */
  settled?: number
}

const known = new Map<string, Known>()
const listeners = new Set<() => void>()
/** How many presses were settled. */
let settlings = 0
/** `settlings` at which the current member came: answers to earlier questions are of another member's likes. */
let owned_since = 0

const keyOf = ({ content_type, object_id }: ContentRef) => `${content_type}:${object_id}`
const isLiked = (one: Known) => one.wanted ?? one.like_id !== null

function tellAll() {
  for (const listener of listeners) listener()
}

// Likes belong to whose they are.
let owner = authStore.getState().user.id
authStore.subscribe(() => {
  const { id } = authStore.getState().user
  if (id === owner) return
  owner = id
  settlings += 1
  owned_since = settlings
  known.clear()
  tellAll()
})

/** Asks until the server has it as it is wanted: presses meanwhile change the goal, and start nothing beside it. */
async function settle(what: ContentRef, one: Known) {
  const whose = owner
  try {
    // Whoever signs in meanwhile wants nothing of it.
    while (whose === owner && one.wanted !== undefined && one.wanted !== (one.like_id !== null)) {
      if (one.wanted) one.like_id = (await apiRequest(like, { body: what })).id
      else if (one.like_id !== null) {
        await apiRequest(unlike, { params: { id: one.like_id } }).catch((error: unknown) => {
          // Taken back elsewhere meanwhile: as it was wanted.
          if (!isApiError(error, 'not_found')) throw error
        })
        one.like_id = null
      }
    }
  } finally {
    delete one.wanted
    delete one.settling
    settlings += 1
    one.settled = settlings
    tellAll()
  }
}

/** 찜 (D-37), the same wherever a work is shown. */
export const likesStore = {
  /** The moment at which a question to the server is asked, for `tell`. */
  version: () => settlings,

  /** What the server says of works, as it was when it was `asked`: what was pressed since then is newer. */
  applyServerLikes(
    said: readonly (ContentRef & { like_id: number | null })[],
    asked: number,
  ): void {
    if (asked < owned_since) return
    for (const { like_id, ...what } of said) {
      const key = keyOf(what)
      const one = known.get(key)
      if (one?.settling || (one?.settled ?? 0) > asked) continue
      known.set(key, { like_id })
    }
    tellAll()
  },

  /**
   * Likes a work, or takes that back: shown at once, and as it was where the server does not take it.
   * @throws what the call failed of, to whom began it: who pressed again meanwhile is not told twice.
   */
  setLiked(what: ContentRef, liked: boolean): Promise<void> {
    const key = keyOf(what)
    const one = known.get(key) ?? { like_id: null }
    known.set(key, one)
    one.wanted = liked
    const begun = one.settling
    one.settling ??= settle(what, one)
    tellAll()
    return begun ? begun.catch(() => undefined) : one.settling
  },

  /** `undefined` where nobody has asked yet. */
  isLiked(what: ContentRef): boolean | undefined {
    const one = known.get(keyOf(what))
    return one && isLiked(one)
  },

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Whether the member likes a work. Not while the page is the server's, which is made for everybody. */
export function useIsLiked(what: ContentRef): boolean {
  return useSyncExternalStore(
    likesStore.subscribe,
    () => likesStore.isLiked(what) ?? false,
    () => false,
  )
}
