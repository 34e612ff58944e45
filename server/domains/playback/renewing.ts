import type { Tx } from '#server/db/client.ts'
import { renewStreams, type Watching } from './stream-queries.ts'

/** A place is lengthened by progress no more often than this, in ms: it lasts four times as long. */
const renewEvery = 15_000

export type RenewStreams = (tx: Tx, watched: readonly Watching[], now: Date) => Promise<void>

/** Lengthens places by the progress of a round (D-46): most of a round was lengthened lately, and costs nothing. */
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
    for (const { member_id, session_id, episode_id } of watched) {
      const key = `${member_id}:${session_id}:${episode_id}`
      if (lately.has(key)) continue
      due.push({ member_id, session_id, episode_id })
      keys.push(key)
    }
    if (due.length === 0) return
    await renewStreams(tx, due, now)
    for (const key of keys) lately.add(key)
  }
}
