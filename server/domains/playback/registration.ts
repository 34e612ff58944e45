import type { ServerModule, Sockets } from '#server/api/server-module.ts'
import type { Database } from '#server/db/client.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import type { Clock } from '#server/shared/clock.ts'
import { readPlaybackGauges } from './playback-queries.ts'
import { playbackHandlers, type RemoteNotice } from './handlers.ts'
import type { StreamEnded } from './streams/start-stream.ts'

export const playbackServerModule = (
  deps: Parameters<typeof playbackHandlers>[0] & { sockets: Sockets },
) =>
  ({
    endpoints: {
      playback: playbackHandlers(deps),
    },
    member_notices: {
      stream_ended(ended: StreamEnded, member_id) {
        deps.sockets.sendToMember(member_id, { type: 'stream_ended', ...ended })
      },
      remote({ profile_id, ...sent }: RemoteNotice) {
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
