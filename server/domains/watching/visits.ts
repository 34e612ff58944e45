/**
 * Views of visitors, who have no history: noted when an episode is handed out to play, and written together every few
 * seconds. One view is worth little: those that cannot be written are let go.
 */
import { dayInSeoul } from '#contract/seoul.ts'
import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Visitor } from '#server/kernel/handler.ts'
import type { Log } from '#server/kernel/log.ts'
import type { Sealing } from '#server/kernel/sealing.ts'
import { countViews, type View } from './views.ts'

const every = 5_000
const most = 10_000

export type Visits = {
  note(from: Visitor & { session_id: number | undefined }, what: Omit<View, 'viewer'>): void
  drain(): Promise<void>
  stop(): Promise<void>
}

/** Takes in that something was looked at, and counts it every few seconds, each viewer once a day. */
export function createVisits(
  parts: Pick<Database, 'transact'> & { sealing: Pick<Sealing, 'index'>; clock: Clock; log: Log },
): Visits {
  let pending = new Map<string, View>()
  let timer: NodeJS.Timeout | undefined

  /** The same for a day in Seoul, another on the next: who it was cannot be told from it, nor followed. */
  function viewerOf({ address, device, session_id }: Parameters<Visits['note']>[0]): number {
    const day = dayInSeoul(parts.clock.now())
    const whose = session_id === undefined ? `${address} ${device}` : `session ${session_id}`
    return -1 - parts.sealing.index('address', `view ${day} ${whose}`).readUIntBE(0, 6)
  }

  async function drain() {
    clearTimeout(timer)
    timer = undefined
    if (pending.size === 0) return
    const views = [...pending.values()]
    pending = new Map()
    await parts
      .transact((tx) => countViews(tx, views, parts.clock.now()))
      .catch((error: Error) => parts.log.warn({ error: error.message }, 'views not written'))
  }

  return {
    note(from, what) {
      if (pending.size >= most) return
      const viewer = viewerOf(from)
      pending.set(`${viewer}:${what.episode_id}`, { viewer, ...what })
      timer ??= setTimeout(() => void drain(), every)
    },
    drain,
    stop: drain,
  }
}
