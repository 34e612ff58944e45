import { readMemberSeries } from '#web/api/endpoints/playback.generated.ts'
import type { MemberSeries } from '#contract/contents/playback.ts'
import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { flushUnsentProgress } from './progress-outbox.ts'
import { authStore, useAuth } from './auth-store.ts'
import { apiRequest } from '#web/api/client.ts'
import { likesStore } from './likes.ts'
import { episodeAccessStore } from './member-content.ts'
import { sessionEpoch } from '#web/api/session-hint.ts'

const known = new Map<number, MemberSeries>()
const asking = new Map<number, Promise<void>>()
const listeners = new Set<() => void>()

let owner = authStore.getState().user.id
authStore.subscribe(() => {
  const { id } = authStore.getState().user
  if (id === owner) return
  owner = id
  known.clear()
  asking.clear()
})

async function ask(id: number): Promise<void> {
  const whose = owner
  // Of the film one comes from, the last seconds may be under way yet.
  await flushUnsentProgress(1_500)
  const asked = likesStore.version()
  const epoch = sessionEpoch()
  const answer = await apiRequest(readMemberSeries, { params: { id } })
  if (whose !== owner) return
  known.set(id, answer)
  likesStore.applyServerLikes(
    [
      { content_type: 'series', object_id: id, like_id: answer.like_id },
      ...answer.episodes.map((episode) => ({
        content_type: 'episode' as const,
        object_id: episode.id,
        like_id: episode.like_id,
      })),
    ],
    asked,
  )
  episodeAccessStore.applyServerAccess(answer.episodes, epoch)
  for (const listener of listeners) listener()
}

export const memberSeriesStore = {
  /** Reads it anew; whoever asks meanwhile waits for the same answer. What fails leaves what was known. */
  read(id: number): Promise<void> {
    const under_way =
      asking.get(id) ??
      ask(id)
        .catch(() => undefined)
        .finally(() => asking.delete(id))
    asking.set(id, under_way)
    return under_way
  },

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Whether what is below shows itself as to a visitor, whoever looks: the preview of a work that is not out yet. */
export const AsVisitorContext = createContext(false)

/** The member's side of a series (D-35): read where a member looks at it, nothing for a visitor. */
export function useMemberSeries(id: number | null): MemberSeries | undefined {
  const { state } = useAuth()
  const isVisitor = use(AsVisitorContext)
  const isIn = state === 'signed_in' && !isVisitor
  useEffect(() => {
    if (isIn && id !== null) void memberSeriesStore.read(id)
  }, [isIn, id])
  return useSyncExternalStore(
    memberSeriesStore.subscribe,
    () => (isIn && id !== null ? known.get(id) : undefined),
    () => undefined,
  )
}
