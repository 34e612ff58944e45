import type { ServerModule, Sockets } from '#server/api/server-module.ts'
import type { Database } from '#server/db/client.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import type { Clock } from '#server/shared/clock.ts'
import {
  readPlaybackGauges,
  type RemoteNotice,
  type StreamEndedNotice,
} from './playback-queries.ts'
import { playbackHandlers } from './handlers.ts'

export const playbackServerModule = (
  deps: Parameters<typeof playbackHandlers>[0] & { sockets: Sockets },
) =>
  ({
    endpoints: {
      playback: playbackHandlers(deps),
    },
    notifications: {
      stream_ended(notice) {
        const { member_id, ...ended } = JSON.parse(notice) as StreamEndedNotice
        deps.sockets.sendToMember(member_id, { type: 'stream_ended', ...ended })
      },
      remote(notice) {
        const { profile_id, ...sent } = JSON.parse(notice) as RemoteNotice
        deps.sockets.sendToProfile(profile_id, { type: 'remote', ...sent })
      },
    },
  }) satisfies ServerModule

export const playbackWorkerModule = (deps: Pick<Database, 'db'> & { clock: Clock }) =>
  ({
    gauges: {
      help: { active_streams: 'Active streams' },
      read: () => readPlaybackGauges(deps.db, deps.clock.now()),
    },
  }) satisfies WorkerModule
