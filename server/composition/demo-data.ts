/** The only file that loads `#seed/*` into a service. It does so when a demonstration job or task first runs. */
import type { Config } from '#server/config.ts'
import type { Database, Db } from '#server/db/client.ts'
import type { EncodeDependencies } from '#server/domains/media/index.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { type TransportSettings, isDevOutboxEnabled } from '#server/messages/dev-outbox.ts'
import type { DemoAccount } from '#server/http/dev-tools/dev-routes.ts'
import { findDemoEmails, readDemoCodes } from '#server/domains/accounts/index.ts'
import type { Encryption } from '#server/shared/encryption.ts'
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

/** Whether pages offer the accounts and the outbox of the demonstration, which are for this machine alone. */
export const isDemonstration = (config: TransportSettings & Pick<Config, 'seed'>) =>
  config.seed === 'demo' && isDevOutboxEnabled(config)

/** The accounts of the demonstration that still exist, with the codes of their authenticators. */
export async function readDemonstrationAccounts(
  db: Db,
  encryption: Encryption,
  now: Date,
): Promise<DemoAccount[]> {
  const { demoMembers } = await import('#seed/activity/demo-credentials.ts')
  const [emails, codes] = await Promise.all([
    findDemoEmails(db),
    readDemoCodes(db, encryption, now),
  ])
  return demoMembers
    .filter(({ email }) => emails.includes(email))
    .map(({ email, password, is_staff }) => ({
      email,
      password,
      is_staff,
      code: codes.find((candidate) => candidate.email === email)?.code ?? null,
    }))
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
