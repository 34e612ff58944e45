import { like, unlike } from '#web/api/endpoints/watch-history.generated.ts'
import type { ContentRef } from '#contract/contents/watch-history.ts'
import { useSyncExternalStore } from 'react'
import { authStore } from './auth-store.ts'
import { apiRequest } from '#web/api/client.ts'
import { isApiError } from '#web/api/error-message.ts'

/** The server's state of a like, and the state that the member wants. */
type LikeEntry = {
  like_id: number | null
  wanted?: boolean
  pending?: Promise<void>
  /** Version at which the last change was sent. */
  settled_at?: number
}

const known = new Map<string, LikeEntry>()
const listeners = new Set<() => void>()
/** Counts settled changes and changes of the member. */
let version = 0
/** Version at which the current member logged in: server state requested before is another member's. */
let memberSince = 0

const keyOf = ({ content_type, object_id }: ContentRef) => `${content_type}:${object_id}`
const isLiked = (entry: LikeEntry) => entry.wanted ?? entry.like_id !== null

function notify() {
  for (const listener of listeners) listener()
}

let memberId = authStore.getState().user.id
authStore.subscribe(() => {
  const { id } = authStore.getState().user
  if (id === memberId) return
  memberId = id
  version += 1
  memberSince = version
  known.clear()
  notify()
})

/** Sends requests until the server has the wanted state. Changes meanwhile only change that state. */
async function syncLike(content: ContentRef, entry: LikeEntry) {
  const startedBy = memberId
  try {
    // Stop if another member has logged in meanwhile.
    while (
      startedBy === memberId &&
      entry.wanted !== undefined &&
      entry.wanted !== (entry.like_id !== null)
    ) {
      if (entry.wanted) entry.like_id = (await apiRequest(like, { body: content })).id
      else if (entry.like_id !== null) {
        await apiRequest(unlike, { params: { id: entry.like_id } }).catch((error: unknown) => {
          // Already unliked elsewhere.
          if (!isApiError(error, 'not_found')) throw error
        })
        entry.like_id = null
      }
    }
  } finally {
    delete entry.wanted
    delete entry.pending
    version += 1
    entry.settled_at = version
    notify()
  }
}

/** Likes (찜) by content (D-37). */
export const likesStore = {
  /** Returns the current version; read it before a request and pass it to `applyServerLikes`. */
  version: () => version,

  /** Applies a response whose request began at version `requestedAt`; later changes of the member win. */
  applyServerLikes(
    likes: readonly (ContentRef & { like_id: number | null })[],
    requestedAt: number,
  ): void {
    if (requestedAt < memberSince) return
    for (const { like_id, ...content } of likes) {
      const key = keyOf(content)
      const entry = known.get(key)
      if (entry?.pending || (entry?.settled_at ?? 0) > requestedAt) continue
      known.set(key, { like_id })
    }
    notify()
  },

  /**
   * Likes or unlikes, optimistically; reverts on error.
   * @throws the error of the request, only to the call that started it.
   */
  setLiked(content: ContentRef, liked: boolean): Promise<void> {
    const key = keyOf(content)
    const entry = known.get(key) ?? { like_id: null }
    known.set(key, entry)
    entry.wanted = liked
    const pending = entry.pending
    entry.pending ??= syncLike(content, entry)
    notify()
    return pending ? pending.catch(() => undefined) : entry.pending
  },

  /** @returns undefined if it is unknown. */
  isLiked(content: ContentRef): boolean | undefined {
    const entry = known.get(keyOf(content))
    return entry && isLiked(entry)
  },

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Whether the member likes a title; false during server rendering. */
export function useIsLiked(content: ContentRef): boolean {
  return useSyncExternalStore(
    likesStore.subscribe,
    () => likesStore.isLiked(content) ?? false,
    () => false,
  )
}
