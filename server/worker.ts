/** Worker entry point: runs jobs and periodic tasks. Several instances can run side by side. */
import './production-env.ts'
import { createJobHandlers } from './composition/create-job-handlers.ts'
import { createDemoTasks } from './composition/demo-data.ts'
import { startPeriodicTasks } from './composition/periodic-tasks.ts'
import { storageFolders, createPaymentDependencies } from './composition/shared-dependencies.ts'
import { readConfig } from './config.ts'
import { waitForMigrations } from './db/schema/wait-for-migrations.ts'
import { openDatabase } from './db/client.ts'
import { waitForQueue } from './jobs/wait-for-queue.ts'
import { startJobRunner } from './jobs/job-runner.ts'
import { openTaskLocks } from './jobs/task-locks.ts'
import { systemClock } from './shared/clock.ts'
import { createLogger } from './shared/logger.ts'
import { startMetricsServer } from './metrics/metrics-server.ts'
import { createWorkerMetrics } from './metrics/worker-metrics.ts'
import { startupErrorMessage, StartupError } from './shared/startup-error.ts'
import { setPriority } from 'node:os'

async function main() {
  const config = readConfig(process.env)
  if (!config.database_url)
    throw new StartupError('DATABASE_URL is needed here; npm start provides a database.')
  // Low priority: encoding must not slow down the server on the same machine.
  setPriority(10)
  const log = createLogger(config.log_level, 'worker')
  await waitForQueue(config.database_owner_url ?? config.database_url, log)
  await waitForMigrations(config.database_url, log)
  const database = openDatabase(config.database_url, {
    connections: 5,
    name: 'hanpyeon worker',
    onError: (error) => log.warn({ error: error.message }, 'database connection lost'),
  })
  const parts = { ...database, ...storageFolders(config), clock: systemClock, log }
  const money = createPaymentDependencies(config, database, parts)
  const locks = openTaskLocks(config.database_owner_url ?? config.database_url, log)
  const tasks = startPeriodicTasks(
    { ...parts, payments: money, locks },
    config.seed === 'demo' ? createDemoTasks(parts, config.uses_simulator ? money : undefined) : [],
  )
  const runner = await startJobRunner({
    owner_url: config.database_owner_url ?? config.database_url,
    work: createJobHandlers(config, database, { log }),
    cpu_bound: {
      names: ['encode_asset', 'generate_demo_film'],
      at_once: config.max_concurrent_encodes,
    },
    // A film that is now sold cannot be played before it is encrypted (D-41).
    urgent: { names: ['encrypt_asset'], at_once: 1 },
    light_concurrency: 1,
    io_bound: {
      names: [
        'send_message',
        'send_password_reset',
        'process_payment',
        'process_refund',
        'cancel_unmatched_payment',
        'delete_billing_key',
      ],
      at_once: 4,
    },
    log,
    onLost: () => process.exit(1),
  })
  let stopping = false
  const { metrics_host: host, metrics_port: port } = config
  const metricsServer = port
    ? await startMetricsServer(
        { host, port },
        {
          metrics: createWorkerMetrics({ ...parts, jobs: runner }),
          ready: async () => !stopping && runner.isLive(),
          log,
        },
      )
    : undefined
  log.info('worker started')
  process.send?.('ready')

  const stop = async () => {
    if (stopping) return
    stopping = true
    await Promise.all([runner.stop(), ...tasks.map((task) => task.stop())])
    await locks.close()
    await metricsServer?.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  process.on('disconnect', () => void stop())
}

main().catch((error: unknown) => {
  process.stderr.write(`${startupErrorMessage(error) ?? (error as Error).stack}\n`)
  process.exit(1)
})
