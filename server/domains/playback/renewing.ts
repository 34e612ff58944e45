import type { Tx } from '#server/db/client.ts'
import { notePlaying } from '#server/domains/transactions/index.ts'
import { renewStreams, type Watching } from './stream-queries.ts'

/** How often progress extends a slot, in ms: a quarter of how long it lasts. */
const renewEvery = 15_000

export type RenewStreams = (tx: Tx, watched: readonly Watching[], now: Date) => Promise<void>

/**
 * Extends stream slots by reported progress (D-46) and notes that the plan is used (D-55), for each session and episode
 * once in 15 s: the rest of a batch costs nothing.
 */
export function createRenewing(): RenewStreams {
  let lately = new Set<string>()
  let since = 0
  return async (tx, watched, now) => {
    if (now.getTime() - since >= renewEvery) {
      lately = new Set()
      since = now.getTime()
    }
    const due: Watching[] = []
    const keys: string[] = []
    for (const one of watched) {
      const { member_id, session_id, episode_id } = one
      const key = `${member_id}:${session_id}:${episode_id}`
      if (lately.has(key)) continue
      due.push(one)
      keys.push(key)
    }
    if (due.length === 0) return
    await renewStreams(tx, due, now)
    await notePlaying(tx, due, now)
    for (const key of keys) lately.add(key)
  }
}
