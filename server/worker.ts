/** Worker entry point: runs jobs and periodic tasks. Several instances can run side by side. */
import './production-env.ts'
import { verifyDatabase } from './composition/verify-database.ts'
import { diskFolders } from './composition/shared-dependencies.ts'
import {
  createModeFollower,
  createProcessReports,
  operationModesChannel,
  receiveAlerts,
} from './domains/operations/index.ts'
import { createValkeyBus, openValkey } from './adapters/valkey/index.ts'
import { listenForNotifications } from './db/notify/notification-listener.ts'
import { createWorkerModules } from './composition/worker-modules.ts'
import { type Config, readConfig } from './config.ts'
import { checkPooler } from './db/startup-client.ts'
import { waitForMigrations } from './db/schema/wait-for-migrations.ts'
import { isDatabaseUnavailable, openDatabase } from './db/client.ts'
import { waitForQueue } from './jobs/wait-for-queue.ts'
import { startJobRunner } from './jobs/job-runner.ts'
import { scheduleTasks } from './jobs/task-types.ts'
import { selectWork } from './jobs/worker-share.ts'
import { systemClock } from './shared/clock.ts'
import { createLogger, type Logger } from './shared/logger.ts'
import { startMetricsServer } from './metrics/metrics-server.ts'
import { createWorkerMetrics } from './metrics/worker-metrics.ts'
import { makePrivateFolder, writePrivateFiles } from './private-folder.ts'
import { fatalErrorText, StartupError } from './shared/startup-error.ts'
import { randomInt } from 'node:crypto'
import { setPriority } from 'node:os'

function openStores(config: Config, url: string, log: Logger) {
  const { database_pool_url } = config
  const valkey = config.valkey_url ? openValkey(config.valkey_url, log) : undefined
  const database = openDatabase(database_pool_url ?? url, {
    limits: database_pool_url ? 'role' : 'set',
    connections: 5,
    name: 'hanpyeon worker',
    createBus: valkey && ((fallback) => createValkeyBus(valkey, fallback)),
    onError: (error) => log.warn({ error: error.message }, 'database connection lost'),
  })
  return { database, valkey }
}

async function main() {
  const config = readConfig(process.env)
  if (!config.database_url)
    throw new StartupError('DATABASE_URL is needed here; npm start provides a database.')
  // Low priority: encoding must not slow down the server on the same machine.
  setPriority(10)
  const log = createLogger(config.log_level, 'worker')
  writePrivateFiles()
  if (!makePrivateFolder(config.data_dir))
    log.warn({ folder: config.data_dir }, 'data folder readable by every account')
  await waitForQueue(config.database_owner_url ?? config.database_url, log)
  await waitForMigrations(config.database_url, log, undefined, config.database_variable)
  if (config.database_pool_url) await checkPooler(config.database_pool_url, log)
  await verifyDatabase(config, config.database_url)
  const { database, valkey } = openStores(config, config.database_url, log)
  const modes = createModeFollower({ ...database, clock: systemClock, log })
  const notifications = listenForNotifications(
    config.database_url,
    { invalidate: () => {}, all: () => void modes.refresh() },
    log,
    { [operationModesChannel]: () => void modes.refresh() },
    randomInt(1, 2 ** 31),
  )
  await notifications.start()
  const { jobs, tasks, gauges } = createWorkerModules(config, database, { log })
  const runner = await startJobRunner({
    owner_url: config.database_owner_url ?? config.database_url,
    jobs,
    ...selectWork(config.worker_jobs, jobs, scheduleTasks(tasks)),
    concurrency: { cpu: config.max_concurrent_encodes, urgent: 1, light: 1, io: 4, charges: 4 },
    log,
    onLost: () => process.exit(1),
  })
  const metrics = createWorkerMetrics({
    pool: database.pool,
    gauges,
    jobs: runner,
    folders: diskFolders(config),
  })
  const reports = createProcessReports(
    { ...database, clock: systemClock, log, metrics },
    { kind: 'worker', port: config.metrics_port },
  )
  let stopping = false
  const { metrics_host: host, metrics_port: port } = config
  const metricsServer = port
    ? await startMetricsServer(
        { host, port },
        {
          metrics,
          receiveAlerts: (text) => receiveAlerts({ ...database, clock: systemClock }, text),
          ready: async () => !stopping && runner.isLive(),
          log,
        },
      )
    : undefined
  reports.start()
  log.info('worker started')
  process.send?.('ready')

  const stop = async () => {
    if (stopping) return
    stopping = true
    await reports.stop()
    await runner.stop()
    await metricsServer?.close()
    modes.stop()
    await notifications.stop()
    await database.close()
    await valkey?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  process.on('disconnect', () => void stop())
}

/** Connections can end after the queue was awaited, as on a database that has just started or is overloaded. */
const explain = (error: unknown): unknown =>
  isDatabaseUnavailable(error)
    ? new StartupError(
        `The database stopped answering during the start (${(error as Error).message}): start the worker again once it answers.`,
      )
    : error

main().catch((error: unknown) => {
  process.stderr.write(`${fatalErrorText(explain(error), process.env['LOG_LEVEL'])}\n`)
  process.exit(1)
})
