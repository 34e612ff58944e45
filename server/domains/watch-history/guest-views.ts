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
import type { SharedCounts } from '#server/shared/ports/shared-counts.ts'
import {
  countVisitorViews,
  insertViewCounts,
  type View,
  type ViewCount,
  type VisitorView,
  visitorViewsOfNetwork,
} from './view-count-queries.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'

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
    sharedCounts?: SharedCounts | undefined
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
    const now = deps.clock.now()
    const shared = deps.sharedCounts && (await countShared(deps.sharedCounts, views, now))
    await deps
      .transact((tx) =>
        shared ? insertViewCounts(tx, shared, now) : countVisitorViews(tx, views, now),
      )
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

/** Counts the views of each series and episode over all servers. @returns undefined while the counts are away */
async function countShared(
  counts: SharedCounts,
  views: readonly VisitorView[],
  now: Date,
): Promise<ViewCount[] | undefined> {
  const viewersOf = new Map<string, { object: Omit<ViewCount, 'count'>; viewers: VisitorView[] }>()
  const add = (object: Omit<ViewCount, 'count'>, view: VisitorView) => {
    const key = `${seoulDate(now)} ${object.is_episode ? 'episode' : 'series'} ${object.object_id}`
    const entry = viewersOf.get(key) ?? { object, viewers: [] }
    entry.viewers.push(view)
    viewersOf.set(key, entry)
  }
  for (const view of views) {
    add({ is_episode: false, object_id: view.series_id }, view)
    add({ is_episode: true, object_id: view.episode_id }, view)
  }
  try {
    return await Promise.all(
      [...viewersOf].map(async ([key, { object, viewers }]) => ({
        ...object,
        count: await counts.countViewers(key, viewers, visitorViewsOfNetwork),
      })),
    )
  } catch {
    return undefined
  }
}
