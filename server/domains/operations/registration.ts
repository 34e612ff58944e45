import type { ServerModule } from '#server/api/server-module.ts'
import type { Database } from '#server/db/client.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { readBackupAge } from './health/health-queries.ts'
import type { ModeFollower } from './modes/follow-modes.ts'
import { operationModesChannel } from './modes/mode-queries.ts'
import { createStatusWriter } from './status/write-status.ts'
import { measureStorage } from './measure-storage.ts'
import { type OperationsDependencies, studioOperationsHandlers } from './staff/handlers.ts'

export const operationsServerModule = (
  deps: OperationsDependencies & { modes: Pick<ModeFollower, 'refresh'> },
) =>
  ({
    endpoints: { studio_operations: studioOperationsHandlers(deps) },
    notifications: { [operationModesChannel]: () => void deps.modes.refresh() },
  }) satisfies ServerModule

export const operationsWorkerModule = (
  deps: Parameters<typeof measureStorage>[0] &
    Parameters<typeof createStatusWriter>[0] &
    Pick<Database, 'db'>,
) =>
  ({
    tasks: {
      storage_usage: (signal) => measureStorage(deps, signal),
      status: createStatusWriter(deps),
    },
    gauges: {
      help: {
        backup_age_seconds: 'Age of the newest backup; before the first one that of the site',
      },
      read: () => readBackupAge(deps.db, deps.clock.now()),
    },
  }) satisfies WorkerModule
