/**
 * Views of visitors, who have no history: noted when an episode is handed out to play, and written together every few
 * seconds. Views that cannot be written are dropped with a log line.
 */
import { seoulDate } from '#contract/core/seoul-time.ts'
import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { ClientInfo } from '#server/api/request-context.ts'
import type { Logger } from '#server/shared/logger.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { countVisitorViews, type View, type VisitorView } from './view-counts.ts'

const every = 5_000
const most = 10_000

export type GuestViews = {
  record(from: ClientInfo & { session_id: number | undefined }, what: Omit<View, 'viewer'>): void
  drain(): Promise<void>
  stop(): Promise<void>
}

/** Counts views of visitors every few seconds, each visitor once a day, within the allowance of the network. */
export function createGuestViews(
  parts: Pick<Database, 'transact'> & {
    sealing: Pick<Encryption, 'blindIndex'>
    clock: Clock
    log: Logger
  },
): GuestViews {
  let pending = new Map<string, VisitorView>()
  let timer: NodeJS.Timeout | undefined

  /** A keyed hash that differs from day to day in Seoul, so that it neither names a visitor nor follows one. */
  const hashOfDay = (text: string) =>
    parts.sealing
      .blindIndex('address', `view ${seoulDate(parts.clock.now())} ${text}`)
      .readUIntBE(0, 6)

  function identify({ address, device, session_id }: Parameters<GuestViews['record']>[0]) {
    const whose = session_id === undefined ? `${address} ${device}` : `session ${session_id}`
    return {
      viewer: -1 - hashOfDay(whose),
      network: hashOfDay(`network ${clientNetwork(address)}`),
    }
  }

  async function drain() {
    clearTimeout(timer)
    timer = undefined
    if (pending.size === 0) return
    const views = [...pending.values()]
    pending = new Map()
    await parts
      .transact((tx) => countVisitorViews(tx, views, parts.clock.now()))
      .catch((error: Error) =>
        parts.log.warn({ error: error.message }, 'recording guest views failed'),
      )
  }

  return {
    record(from, what) {
      if (pending.size >= most) return
      const visitor = identify(from)
      pending.set(`${visitor.viewer}:${what.episode_id}`, { ...visitor, ...what })
      timer ??= setTimeout(() => void drain(), every)
    },
    drain,
    stop: drain,
  }
}
