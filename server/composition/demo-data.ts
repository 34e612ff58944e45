/** The only file that loads `#seed/*` into a service. It does so when a demonstration job or task first runs. */
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import type { EncodeDependencies } from '#server/domains/media/index.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'

/**
 * Jobs that make the images and films of the demonstration, and the task that adds purchases once films are ready and a
 * gateway answers. See D-91.
 */
export function demoWorkerModule(deps: Database & EncodeDependencies & { uploads_dir: string }) {
  const load = () => import('#seed/demo-jobs.ts')
  return {
    jobs: {
      render_demo_artwork: {
        run: async (payload, context) => (await load()).renderDemoArtwork(deps, payload, context),
        requeueLost: {
          not_needed: 'Of the demonstration alone, which an empty DATA_DIR restores.',
        },
      },
      generate_demo_film: {
        lane: 'cpu',
        run: async (payload, context) => (await load()).generateDemoFilm(deps, payload, context),
        requeueLost: { not_needed: 'A viewer who opens the episode requests expedite_demo_film.' },
      },
      expedite_demo_film: {
        lane: 'urgent',
        run: async (payload, context) => (await load()).expediteDemoFilm(deps, payload, context),
        requeueLost: { not_needed: 'The page of the episode requests it again after a minute.' },
      },
    },
  } satisfies WorkerModule
}

/** A film that is not ready a minute after it was requested is requested again. */
const repeatAfterMs = 60_000

/**
 * Returns a function that is called when a viewer opens an episode whose film is not ready: a film of the demonstration is
 * then made before the others.
 */
export function createDemoFilmRequests({
  transact,
  clock,
  log,
  seed,
}: Pick<Database, 'transact'> & Pick<Config, 'seed'> & { clock: Clock; log: Logger }) {
  const requestedAt = new Map<number, number>()
  return (episode_id: number) => {
    if (seed !== 'demo') return
    const now = clock.now().getTime()
    if (now - (requestedAt.get(episode_id) ?? -Infinity) < repeatAfterMs) return
    requestedAt.set(episode_id, now)
    const key = `expedite_demo_film:${episode_id}`
    transact((tx) => enqueue(tx, 'expedite_demo_film', { episode_id }, { key })).catch(
      (error: Error) => log.warn({ error: error.message }, 'requesting a film failed'),
    )
  }
}
