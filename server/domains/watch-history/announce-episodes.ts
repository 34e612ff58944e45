import type { Database, Tx } from '#server/db/client.ts'
import {
  addRecipients,
  lockPendingEvent,
  startEvent,
  updateLastProfile,
} from '#server/domains/notifications/index.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Clock } from '#server/shared/clock.ts'
import { findNextFollower, followersIn, takeOpenedEpisodes } from './opened-episode-queries.ts'

type Dependencies = Pick<Database, 'transact'> & { clock: Clock }

/** Episodes in one transaction. */
const batchSize = 500
/** Ids of profiles in one transaction, so that it holds its locks for less than a second. */
const profilesPerBatch = 5_000

/** The job that adds the next followers. The attempts count failures of the database. */
export const enqueueAnnouncement = (tx: Tx, event_id: number) =>
  enqueue(
    tx,
    'announce_episode',
    { event_id },
    { key: `notification:${event_id}`, max_attempts: 1_000 },
  )

/** Starts to notify the followers of the series that have new episodes: once for all that opened together. */
export async function announceEpisodes({ transact, clock }: Dependencies, signal?: AbortSignal) {
  const announceBatch = () =>
    transact(async (tx) => {
      const { taken, series } = await takeOpenedEpisodes(tx, batchSize)
      for (const data of series) {
        const { series_id, episode_id } = data
        const event = { kind: 'new_episode', key: String(episode_id), series_id, data } as const
        const event_id = await startEvent(tx, event, clock.now())
        if (event_id !== undefined) await enqueueAnnouncement(tx, event_id)
      }
      return taken
    })
  while (!signal?.aborted && (await announceBatch()) === batchSize);
}

/**
 * Notifies the next followers of a new episode and enqueues the next run in the same transaction, so that a killed worker neither
 * repeats nor loses a notification. The lock on the event lets one worker at a time add a batch.
 */
export async function announceToNextFollowers({ transact, clock }: Dependencies, event_id: number) {
  await transact(async (tx) => {
    const event = await lockPendingEvent(tx, event_id)
    if (!event) return
    const work = { series_id: event.series_id!, episode_id: Number(event.key) }
    const first = await findNextFollower(tx, { ...work, after: event.last_profile_id! })
    if (first === null) return updateLastProfile(tx, event_id, null)
    const last = first + profilesPerBatch
    await addRecipients(
      tx,
      { id: event_id, kind: 'new_episode' },
      followersIn(work, { first, last, now: clock.now() }),
    )
    await updateLastProfile(tx, event_id, last)
    await enqueueAnnouncement(tx, event_id)
  })
}
