import { parseProgressNotices } from '#server/api/progress-port.ts'
import type { ServerModule, Sockets } from '#server/api/server-module.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { watchHistoryHandlers } from './handlers.ts'
import { runWatchHistoryMaintenance } from './maintenance.ts'
import { notifyReleases } from './notify-releases.ts'

export const watchHistoryServerModule = (
  deps: Parameters<typeof watchHistoryHandlers>[0] & { sockets: Sockets },
) =>
  ({
    endpoints: { watch_history: watchHistoryHandlers(deps) },
    notifications: {
      watch_progress(notice) {
        const { sockets } = deps
        for (const { profile_id, source_id, ...progress } of parseProgressNotices(
          notice,
          sockets.hasProfile,
        ))
          sockets.sendToProfile(profile_id, { type: 'progress', ...progress }, source_id)
      },
    },
  }) satisfies ServerModule

export const watchHistoryWorkerModule = (
  deps: Parameters<typeof runWatchHistoryMaintenance>[0] & Parameters<typeof notifyReleases>[0],
) =>
  ({
    tasks: [
      // Lists show counters with a delay of 30 s, so a shorter interval has no visible effect.
      {
        name: 'watch_history',
        seconds: 10,
        run: (signal) => runWatchHistoryMaintenance(deps, signal),
      },
      { name: 'release alerts', seconds: 15, run: (signal) => notifyReleases(deps, signal) },
    ],
  }) satisfies WorkerModule
