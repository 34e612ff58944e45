/** The only file that loads `#seed/*` into a service. It does so when a demonstration job or task first runs. */
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import type { PaymentDependencies } from '#server/domains/transactions/index.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import type { Clock } from '#server/shared/clock.ts'

/**
 * Jobs that draw the demonstration media, and tasks that add activity to it: history once the films are ready, purchases
 * once a gateway answers. See D-91.
 */
export function demoWorkerModule(
  deps: Database &
    Pick<Config, 'seed' | 'uses_simulator'> & { files: Storage; uploads_dir: string; clock: Clock },
  payments: PaymentDependencies,
) {
  const load = () => import('#seed/demo-jobs.ts')
  const purchases = {
    name: 'demo purchases',
    seconds: 30,
    run: async () =>
      void (await (await import('#seed/activity/purchases.ts')).seedPurchases(payments)),
  }
  return {
    jobs: {
      render_demo_artwork: {
        run: async (payload, context) => (await load()).renderDemoArtwork(deps, payload, context),
      },
      generate_demo_film: {
        lane: 'cpu',
        run: async (payload, context) => (await load()).generateDemoFilm(deps, payload, context),
      },
    },
    tasks:
      deps.seed === 'demo'
        ? [
            {
              name: 'demo history',
              seconds: 30,
              run: async () =>
                void (await (
                  await import('#seed/activity/watch-history.ts')
                ).seedWatchHistory(deps)),
            },
            {
              name: 'demo analytics',
              seconds: 30,
              run: async () =>
                void (await (await import('#seed/activity/analytics.ts')).seedAnalytics(deps)),
            },
            ...(deps.uses_simulator ? [purchases] : []),
          ]
        : [],
  } satisfies WorkerModule
}
