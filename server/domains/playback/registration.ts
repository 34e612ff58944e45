import type { ServerModule, Sockets } from '#server/api/server-module.ts'
import type { Database } from '#server/db/client.ts'
import type { FindEntitlement } from '#server/domains/transactions/index.ts'
import type { GuestViews } from '#server/domains/watch-history/index.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { MediaTokens } from '#server/shared/media-token.ts'
import { readPlaybackGauges } from './gauge-queries.ts'
import { playbackHandlers } from './handlers.ts'
import type { StreamEndedNotice } from './streams/active-streams.ts'
import type { ReadStreamLimit } from './streams/stream-limit.ts'

export const playbackServerModule = (deps: {
  mediaTokens: MediaTokens
  guestViews: GuestViews
  readStreamLimit: ReadStreamLimit
  findEntitlement: FindEntitlement
  sockets: Sockets
}) =>
  ({
    endpoints: {
      playback: playbackHandlers({
        grants: deps.mediaTokens,
        visits: deps.guestViews,
        streams_of: deps.readStreamLimit,
        findEntitlement: deps.findEntitlement,
      }),
    },
    notifications: {
      stream_ended(notice) {
        const { member_id, ...ended } = JSON.parse(notice) as StreamEndedNotice
        deps.sockets.sendToMember(member_id, { type: 'stream_ended', ...ended })
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
