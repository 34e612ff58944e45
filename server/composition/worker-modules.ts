import { createFilmPurger } from '#server/adapters/edge-caches/index.ts'
import { idempotencyWorkerModule } from '#server/api/idempotency-keys.ts'
import { type Config, resolveSecret } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import {
  accountsWorkerModule,
  campaignMailPolicy,
  createDeliveryRecorder,
} from '#server/domains/accounts/index.ts'
import { customerServicesWorkerModule } from '#server/domains/customer-services/index.ts'
import { mediaWorkerModule } from '#server/domains/media/index.ts'
import { notificationsWorkerModule } from '#server/domains/notifications/index.ts'
import { operationsWorkerModule } from '#server/domains/operations/index.ts'
import { playbackWorkerModule } from '#server/domains/playback/index.ts'
import { recommendationsWorkerModule } from '#server/domains/recommendations/index.ts'
import { searchWorkerModule } from '#server/domains/search/index.ts'
import { studioWorkerModule } from '#server/domains/studio/index.ts'
import { transactionsWorkerModule } from '#server/domains/transactions/index.ts'
import { watchHistoryWorkerModule } from '#server/domains/watch-history/index.ts'
import type { Jobs } from '#server/jobs/job-types.ts'
import { requeueLostJobs } from '#server/jobs/lost-jobs.ts'
import type { Tasks } from '#server/jobs/task-types.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { messagesWorkerModule } from '#server/messages/registration.ts'
import { type Clock, systemClock } from '#server/shared/clock.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { edgeKey } from '#server/shared/media-token.ts'
import type { Logger } from '#server/shared/logger.ts'
import {
  accountDeletionHooks,
  createPaymentDependencies,
  createPushSender,
  storageFolders,
} from './shared-dependencies.ts'

/** Joins the jobs, periodic tasks and gauges of all domains. */
export function createWorkerModules(
  config: Config,
  database: Database,
  { log, clock = systemClock }: { log: Logger; clock?: Clock },
) {
  const encryption = createEncryption(resolveSecret(config, 'encryption'))
  const filmPurgers = createFilmPurgers(config)
  const deps = {
    ...database,
    ...config,
    ...storageFolders(config),
    encryption,
    filmPurgers,
    clock,
    log,
  }
  const payments = createPaymentDependencies(config, database, { clock, log })
  const modules = {
    messages: messagesWorkerModule({
      ...deps,
      bulkMailPolicy: campaignMailPolicy,
      recordDelivery: createDeliveryRecorder(deps),
    }),
    media: mediaWorkerModule(deps),
    transactions: transactionsWorkerModule(payments),
    accounts: accountsWorkerModule({ ...deps, accountDeletionHooks }),
    studio: studioWorkerModule(deps),
    operations: operationsWorkerModule(deps),
    idempotency: idempotencyWorkerModule(deps),
    search: searchWorkerModule(deps),
    notifications: notificationsWorkerModule({ ...deps, webPush: createPushSender(config) }),
    watchHistory: watchHistoryWorkerModule(deps),
    playback: playbackWorkerModule(deps),
    recommendations: recommendationsWorkerModule(deps),
    customerServices: customerServicesWorkerModule(deps),
  } satisfies Record<string, WorkerModule>
  const jobs: Jobs = {
    ...modules.messages.jobs,
    ...modules.media.jobs,
    ...modules.transactions.jobs,
    ...modules.accounts.jobs,
    ...modules.notifications.jobs,
    ...modules.watchHistory.jobs,
  }
  const tasks: Tasks = {
    lost_jobs: requeueLostJobs(jobs),
    ...modules.media.tasks,
    ...modules.transactions.tasks,
    ...modules.accounts.tasks,
    ...modules.studio.tasks,
    ...modules.operations.tasks,
    ...modules.idempotency.tasks,
    ...modules.search.tasks,
    ...modules.notifications.tasks,
    ...modules.watchHistory.tasks,
    ...modules.recommendations.tasks,
    ...modules.customerServices.tasks,
  }
  return {
    jobs,
    tasks,
    gauges: Object.values<WorkerModule>(modules).flatMap(({ gauges }) => gauges ?? []),
  }
}

const createFilmPurgers = (config: Config) =>
  config.media_purge_urls.map((url) =>
    createFilmPurger(url, edgeKey(resolveSecret(config, 'media_token'))),
  )
