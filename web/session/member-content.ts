import type { EpisodeAccess } from '#contract/contents/playback.ts'
import { useSyncExternalStore } from 'react'
import { authStore } from './auth-store.ts'
import { sessionEpoch } from '#web/api/session-hint.ts'

/** How episodes that are not free are open to the member. */
type EpisodeAccessMap = ReadonlyMap<number, Opened>
type Opened = Exclude<EpisodeAccess, 'free' | 'locked'>

const nothing: EpisodeAccessMap = new Map()
let opened = nothing
const listeners = new Set<() => void>()

function put(next: EpisodeAccessMap) {
  opened = next
  for (const listener of listeners) listener()
}

// What is open belongs to whom it is open to.
let owner = authStore.getState().user.id
authStore.subscribe(() => {
  const { id } = authStore.getState().user
  if (id === owner) return
  owner = id
  put(nothing)
})

/** What answers of the member's said by the way. Nothing is asked for it: rows for everybody stay so. */
export const episodeAccessStore = {
  /** @param epoch `sessionEpoch()` when the request began: the answer to an earlier session is ignored. */
  applyServerAccess(episodes: readonly { id: number; access: EpisodeAccess }[], epoch: string) {
    if (epoch !== sessionEpoch()) return
    const next = new Map(opened)
    for (const { id, access } of episodes)
      if (access === 'owned' || access === 'subscribed') next.set(id, access)
      else next.delete(id)
    put(next)
  },
  /** What was bought, paid back or stopped is told again by whoever reads it next. */
  clear: () => void (opened.size > 0 && put(nothing)),
}

/** Episodes that are known to be open to the member, by purchase or plan; renders again when that changes. */
export const useEpisodeAccessMap = (): EpisodeAccessMap =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => opened,
    () => nothing,
  )
