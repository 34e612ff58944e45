import type { ServerModule } from '#server/api/server-module.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { recommendationsHandlers } from './handlers.ts'
import { studioRecommendationsHandlers } from './staff/handlers.ts'
import { trainIfDue, type TrainingDependencies } from './training/train-model.ts'

export const recommendationsServerModule = (deps: Parameters<typeof recommendationsHandlers>[0]) =>
  ({
    endpoints: {
      recommendations: recommendationsHandlers(deps),
      studio_recommendations: studioRecommendationsHandlers(),
    },
  }) satisfies ServerModule

export const recommendationsWorkerModule = (deps: TrainingDependencies) =>
  ({
    tasks: { recommendations: (signal) => trainIfDue(deps, signal) },
  }) satisfies WorkerModule
