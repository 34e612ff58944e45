/** The only file that loads `#seed/*` into a service. It does so when a demonstration job or task first runs. */
import type { Database } from '#server/db/client.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import type { PaymentDependencies } from '#server/domains/transactions/index.ts'
import type { JobHandlers } from '#server/jobs/job-types.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { TaskSchedule } from './periodic-tasks.ts'

type DemoDependencies = Database & { files: Storage; uploads_dir: string; clock: Clock }

export function createDemoJobHandlers(
  deps: DemoDependencies,
): Pick<JobHandlers, 'render_demo_artwork' | 'generate_demo_film'> {
  const load = async () => (await import('#seed/demo-jobs.ts')).createDemoJobHandlers(deps)
  return {
    render_demo_artwork: async (payload, context) =>
      (await load()).render_demo_artwork(payload, context),
    generate_demo_film: async (payload, context) =>
      (await load()).generate_demo_film(payload, context),
  }
}

/**
 * Tasks that add activity to the demonstration: history once the films are ready, purchases once a gateway answers.
 * See D-91.
 * @param payments of the gateway simulator; without it there are no demonstration purchases
 */
export function createDemoTasks(
  deps: DemoDependencies,
  payments: PaymentDependencies | undefined,
): TaskSchedule[] {
  const tasks: TaskSchedule[] = [
    {
      name: 'demo history',
      seconds: 30,
      run: async () => {
        const { seedWatchHistory } = await import('#seed/activity/watch-history.ts')
        await seedWatchHistory(deps)
      },
    },
    {
      name: 'demo analytics',
      seconds: 30,
      run: async () => {
        const { seedAnalytics } = await import('#seed/activity/analytics.ts')
        await seedAnalytics(deps)
      },
    },
  ]
  if (payments)
    tasks.push({
      name: 'demo purchases',
      seconds: 30,
      run: async () => {
        const { seedPurchases } = await import('#seed/activity/purchases.ts')
        await seedPurchases(payments)
      },
    })
  return tasks
}
