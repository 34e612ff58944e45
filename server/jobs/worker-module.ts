import type { SiteGauges } from '#server/metrics/worker-metrics.ts'
import type { Jobs } from './job-types.ts'
import type { Tasks } from './task-types.ts'

/** The jobs, periodic tasks and gauges of a domain. `composition/` joins the modules of all domains in each worker. */
export type WorkerModule = {
  jobs?: Partial<Jobs>
  tasks?: Partial<Tasks>
  gauges?: SiteGauges
}
