import type { SiteGauges } from '#server/metrics/worker-metrics.ts'
import type { Jobs } from './job-types.ts'
import type { TaskDefinition } from './periodic-task.ts'

/** What a domain adds to every worker. `composition/` joins the modules of all domains. */
export type WorkerModule = {
  jobs?: Partial<Jobs>
  tasks?: readonly TaskDefinition[]
  gauges?: SiteGauges
}
