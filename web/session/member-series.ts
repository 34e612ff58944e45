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
const pending = new Map<number, Promise<void>>()
const listeners = new Set<() => void>()

let memberId = authStore.getState().user.id
authStore.subscribe(() => {
  const { id } = authStore.getState().user
  if (id === memberId) return
  memberId = id
  known.clear()
  pending.clear()
})

async function fetchMemberSeries(id: number): Promise<void> {
  const requestedBy = memberId
  // The last seconds of the previous episode may not be saved yet.
  await flushUnsentProgress(1_500)
  const likesVersion = likesStore.version()
  const epoch = sessionEpoch()
  const series = await apiRequest(readMemberSeries, { params: { id } })
  if (requestedBy !== memberId) return
  known.set(id, series)
  likesStore.applyServerLikes(
    [
      { content_type: 'series', object_id: id, like_id: series.like_id },
      ...series.episodes.map((episode) => ({
        content_type: 'episode' as const,
        object_id: episode.id,
        like_id: episode.like_id,
      })),
    ],
    likesVersion,
  )
  episodeAccessStore.applyServerAccess(series.episodes, epoch)
  for (const listener of listeners) listener()
}

export const memberSeriesStore = {
  /** Reads a series again; concurrent calls share one request. An error keeps the previous data. */
  read(id: number): Promise<void> {
    const request =
      pending.get(id) ??
      fetchMemberSeries(id)
        .catch(() => undefined)
        .finally(() => pending.delete(id))
    pending.set(id, request)
    return request
  },

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Renders descendants as for a visitor: the studio's preview of an unpublished title. */
export const AsVisitorContext = createContext(false)

/** Returns the member's state of a series (D-35); undefined while it is loading, and for visitors. */
export function useMemberSeries(id: number | null): MemberSeries | undefined {
  const { state } = useAuth()
  const isVisitorView = use(AsVisitorContext)
  const isMember = state === 'signed_in' && !isVisitorView
  useEffect(() => {
    if (isMember && id !== null) void memberSeriesStore.read(id)
  }, [isMember, id])
  return useSyncExternalStore(
    memberSeriesStore.subscribe,
    () => (isMember && id !== null ? known.get(id) : undefined),
    () => undefined,
  )
}
