/**
 * Views of visitors, who have no history: noted when an episode is handed out to play, and written together every few
 * seconds. Views that cannot be written are dropped with a log line.
 */
import { dayInSeoul } from '#contract/seoul.ts'
import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Visitor } from '#server/kernel/handler.ts'
import type { Log } from '#server/kernel/log.ts'
import { networkOf } from '#server/kernel/network.ts'
import type { Sealing } from '#server/kernel/sealing.ts'
import { countVisitorViews, type View, type VisitorView } from './views.ts'

const every = 5_000
const most = 10_000

export type Visits = {
  note(from: Visitor & { session_id: number | undefined }, what: Omit<View, 'viewer'>): void
  drain(): Promise<void>
  stop(): Promise<void>
}

/** Counts views of visitors every few seconds, each visitor once a day, within the allowance of the network. */
export function createVisits(
  parts: Pick<Database, 'transact'> & { sealing: Pick<Sealing, 'index'>; clock: Clock; log: Log },
): Visits {
  let pending = new Map<string, VisitorView>()
  let timer: NodeJS.Timeout | undefined

  /** A keyed hash that differs from day to day in Seoul, so that it neither names a visitor nor follows one. */
  const hashOfDay = (text: string) =>
    parts.sealing.index('address', `view ${dayInSeoul(parts.clock.now())} ${text}`).readUIntBE(0, 6)

  function identify({ address, device, session_id }: Parameters<Visits['note']>[0]) {
    const whose = session_id === undefined ? `${address} ${device}` : `session ${session_id}`
    return { viewer: -1 - hashOfDay(whose), network: hashOfDay(`network ${networkOf(address)}`) }
  }

  async function drain() {
    clearTimeout(timer)
    timer = undefined
    if (pending.size === 0) return
    const views = [...pending.values()]
    pending = new Map()
    await parts
      .transact((tx) => countVisitorViews(tx, views, parts.clock.now()))
      .catch((error: Error) => parts.log.warn({ error: error.message }, 'views not written'))
  }

  return {
    note(from, what) {
      if (pending.size >= most) return
      const visitor = identify(from)
      pending.set(`${visitor.viewer}:${what.episode_id}`, { ...visitor, ...what })
      timer ??= setTimeout(() => void drain(), every)
    },
    drain,
    stop: drain,
  }
}
