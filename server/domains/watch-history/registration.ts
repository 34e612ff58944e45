import type { ServerModule, Sockets } from '#server/api/server-module.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { listHandlers } from './lists/list-handlers.ts'
import { watchHistoryHandlers } from './handlers.ts'
import {
  announceEpisodes,
  announceToNextFollowers,
  enqueueAnnouncement,
} from './announce-episodes.ts'
import { findLostEvents } from '#server/domains/notifications/index.ts'
import { requeueEach } from '#server/jobs/lost-jobs.ts'
import type { ProgressData } from './progress/progress-recorder.ts'
import type { ResumePositions } from './progress/resume-positions.ts'
import { notifyReleases } from './notify-releases.ts'
import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import {
  aggregateViews,
  deletePastDailyViewers,
  refreshTrending,
  viewBatchSize,
} from './view-count-queries.ts'

export const watchHistoryServerModule = (
  deps: Parameters<typeof watchHistoryHandlers>[0] & {
    sockets: Sockets
    resumePositions: ResumePositions
  },
) =>
  ({
    endpoints: { watch_history: watchHistoryHandlers(deps), lists: listHandlers },
    member_notices: {
      ...deps.resumePositions.member_notices,
      watch_progress([profile_id, source_id, episode_id, progress, completed]: ProgressData) {
        const message = { episode_id, progress, is_completed: completed === 1 }
        deps.sockets.sendToProfile(profile_id, { type: 'progress', ...message }, source_id)
      },
    },
  }) satisfies ServerModule

export const watchHistoryWorkerModule = (
  deps: Parameters<typeof runWatchHistoryMaintenance>[0] &
    Parameters<typeof notifyReleases>[0] &
    Pick<Database, 'db'>,
) =>
  ({
    jobs: {
      announce_episode: {
        run: ({ event_id }) => announceToNextFollowers(deps, event_id),
        requeueLost: requeueEach(deps, findLostEvents, enqueueAnnouncement),
      },
    },
    tasks: {
      watch_history: (signal) => runWatchHistoryMaintenance(deps, signal),
      async release_alerts(signal) {
        await notifyReleases(deps, signal)
        await announceEpisodes(deps, signal)
      },
    },
  }) satisfies WorkerModule

/** Adds new views to the counters, deletes the daily viewers of past days, and ranks the views of the last day. */
export async function runWatchHistoryMaintenance(
  { transact, clock }: Pick<Database, 'transact'> & { clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const aggregateBatch = () => transact((tx) => aggregateViews(tx, clock.now()))
  while (!signal?.aborted && (await aggregateBatch()) === viewBatchSize);
  await transact((tx) => deletePastDailyViewers(tx, clock.now()))
  await transact((tx) => refreshTrending(tx, clock.now()))
}
