import type { ServerModule } from '#server/api/server-module.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { searchHandlers } from './handlers.ts'
import { runClickMaintenance, runSearchMaintenance } from './maintenance.ts'
import { studioSearchHandlers } from './staff/handlers.ts'

export const searchServerModule = (
  deps: Parameters<typeof searchHandlers>[0] & Parameters<typeof studioSearchHandlers>[0],
) =>
  ({
    endpoints: { search: searchHandlers(deps), studio_search: studioSearchHandlers(deps) },
  }) satisfies ServerModule

export const searchWorkerModule = (deps: Parameters<typeof runSearchMaintenance>[0]) =>
  ({
    tasks: {
      search: (signal) => runSearchMaintenance(deps, signal),
      search_clicks: () => runClickMaintenance(deps),
    },
  }) satisfies WorkerModule
