import type { Tx } from '#server/db/client.ts'
import { notePlaying } from '#server/domains/transactions/index.ts'
import { renewStreams, type Watching } from './stream-queries.ts'

/** A place is lengthened by progress no more often than this, in ms: it lasts four times as long. */
const renewEvery = 15_000

type Watched = Watching & { progress: number }

export type RenewStreams = (tx: Tx, watched: readonly Watched[], now: Date) => Promise<void>

/**
 * By the progress of a round lengthens places (D-46), and notes that the plan is played by (D-55): most of a round was
 * looked at lately, and costs nothing.
 */
export function createRenewing(): RenewStreams {
  let lately = new Set<string>()
  let since = 0
  return async (tx, watched, now) => {
    if (now.getTime() - since >= renewEvery) {
      lately = new Set()
      since = now.getTime()
    }
    const due: Watched[] = []
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
