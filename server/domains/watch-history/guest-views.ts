/**
 * Views of guests, which have no watch history. They are recorded when an episode is delivered for playback and
 * written in batches. Views whose write fails are dropped with a log message.
 */
import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { ClientInfo } from '#server/api/request-context.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { createVisitorKeys } from '#server/shared/visitor-keys.ts'
import { countVisitorViews, type View, type VisitorView } from './view-count-queries.ts'

const flushIntervalMs = 5_000
const maxPending = 10_000

export type GuestViews = {
  record(
    client: ClientInfo & { session_id: number | undefined },
    view: Omit<View, 'viewer_key'>,
  ): void
  drain(): Promise<void>
  stop(): Promise<void>
}

/**
 * Counts guest views in batches: each guest once a day, up to the limit of their network
 * (decisions/0020-counted-figures).
 */
export function createGuestViews(
  deps: Pick<Database, 'transact'> & {
    encryption: Pick<Encryption, 'blindIndex'>
    clock: Clock
    log: Logger
  },
): GuestViews {
  let pending = new Map<string, VisitorView>()
  let timer: NodeJS.Timeout | undefined

  const identify = createVisitorKeys(deps, 'view')

  async function drain() {
    clearTimeout(timer)
    timer = undefined
    if (pending.size === 0) return
    const views = [...pending.values()]
    pending = new Map()
    await deps
      .transact((tx) => countVisitorViews(tx, views, deps.clock.now()))
      .catch((error: Error) =>
        deps.log.warn({ error: error.message }, 'recording guest views failed'),
      )
  }

  return {
    record(client, view) {
      if (pending.size >= maxPending) return
      const guest = identify(client)
      pending.set(`${guest.viewer_key}:${view.episode_id}`, { ...guest, ...view })
      timer ??= setTimeout(() => void drain(), flushIntervalMs)
    },
    drain,
    stop: drain,
  }
}
