import type { ServerModule, Sockets } from '#server/api/server-module.ts'
import type { Db } from '#server/db/client.ts'
import { studioEventsChannel } from '#server/db/notify/studio-events.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { runAnalyticsMaintenance } from './analytics/aggregation-queries.ts'
import { analyticsHandlers } from './analytics/handlers.ts'
import { auditLogHandlers } from './audit-log/handlers.ts'

type Dependencies = {
  /** Whether rate limits apply. */
  limits: boolean
  reads: { db: Db }
  sockets: Sockets
}

export const studioServerModule = (deps: Dependencies) =>
  ({
    endpoints: {
      studio: auditLogHandlers,
      studio_analytics: withReader(deps.reads, analyticsHandlers(deps)),
    },
    notifications: { [studioEventsChannel]: deps.sockets.sendStudioEvent },
  }) satisfies ServerModule

export const studioWorkerModule = (deps: Parameters<typeof runAnalyticsMaintenance>[0]) =>
  ({
    tasks: { analytics: (signal) => runAnalyticsMaintenance(deps, signal) },
  }) satisfies WorkerModule

/** Replaces the `db` of handlers: analytics may read a replica that lags by seconds. */
function withReader<H extends Record<string, (call: never) => unknown>>(
  { db }: { db: Db },
  handlers: H,
): H {
  const wrapped = Object.entries(handlers).map(([name, handler]) => [
    name,
    (call: object) => handler({ ...call, db } as never),
  ])
  return Object.fromEntries(wrapped) as H
}
