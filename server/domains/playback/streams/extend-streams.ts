import type { Tx } from '#server/db/client.ts'
import { recordPlanUseBatch } from '#server/domains/transactions/index.ts'
import { extendStreams, type StreamActivity } from '../playback-queries.ts'

/** A quarter of `streamTtlMs`. */
const renewIntervalMs = 15_000

/**
 * Extends stream slots by reported progress (decisions/0030-stream-slots) and records the use of the plan, once in 15 s
 * for each session and episode. Other updates cause no query.
 */
export function createStreamExtender() {
  let recentKeys = new Set<string>()
  let since = 0
  return async (tx: Tx, activities: readonly StreamActivity[], now: Date): Promise<void> => {
    if (now.getTime() - since >= renewIntervalMs) {
      recentKeys = new Set()
      since = now.getTime()
    }
    const due: StreamActivity[] = []
    const keys: string[] = []
    for (const activity of activities) {
      const { member_id, session_id, episode_id } = activity
      const key = `${member_id}:${session_id}:${episode_id}`
      if (recentKeys.has(key)) continue
      due.push(activity)
      keys.push(key)
    }
    if (due.length === 0) return
    await extendStreams(tx, due, now)
    await recordPlanUseBatch(tx, due, now)
    for (const key of keys) recentKeys.add(key)
  }
}
