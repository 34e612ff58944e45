import type { EpisodeAccess } from '#contract/contents/playback.ts'
import { useSyncExternalStore } from 'react'
import { authStore } from './auth-store.ts'
import { sessionEpoch } from '#web/api/session-hint.ts'

/** Access to episodes that are not free, by id. Locked ones are missing. */
type EpisodeAccessMap = ReadonlyMap<number, GrantedAccess>
type GrantedAccess = Exclude<EpisodeAccess, 'free' | 'locked'>

const emptyMap: EpisodeAccessMap = new Map()
let accessMap = emptyMap
const listeners = new Set<() => void>()

function setAccessMap(next: EpisodeAccessMap) {
  accessMap = next
  for (const listener of listeners) listener()
}

let memberId = authStore.getState().user.id
authStore.subscribe(() => {
  const { id } = authStore.getState().user
  if (id === memberId) return
  memberId = id
  setAccessMap(emptyMap)
})

/** Access found in responses of other member requests; nothing is requested for it. */
export const episodeAccessStore = {
  /** @param epoch `sessionEpoch()` when the request began; responses to an earlier session are ignored. */
  applyServerAccess(episodes: readonly { id: number; access: EpisodeAccess }[], epoch: string) {
    if (epoch !== sessionEpoch()) return
    const next = new Map(accessMap)
    for (const { id, access } of episodes)
      if (access === 'owned' || access === 'subscribed') next.set(id, access)
      else next.delete(id)
    setAccessMap(next)
  },
  /** Call after a purchase, refund or cancellation; access is known again after the next read. */
  clear: () => void (accessMap.size > 0 && setAccessMap(emptyMap)),
}

/** Returns the known access of the member, by purchase or plan. */
export const useEpisodeAccessMap = (): EpisodeAccessMap =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => accessMap,
    () => emptyMap,
  )
