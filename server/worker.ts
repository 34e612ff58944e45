/** The working entry: takes jobs from the queue. Any number of these run beside each other. */
import './production.ts'
import { plantHalfWatched } from '#seed/half-watched.ts'
import { plantMoney } from '#seed/money.ts'
import { plantNumbers } from '#seed/numbers.ts'
import { demoWork } from '#seed/work.ts'
import { composeWork, foldersOf, moneyParts } from './compose.ts'
import { readConfig } from './config.ts'
import { awaitMigrations } from './db/await-migrations.ts'
import { openDatabase } from './db/client.ts'
import { tendAccounts } from './domains/accounts/index.ts'
import { tendCustomerServices } from './domains/customer-services/index.ts'
import { tendMedia } from './domains/media/index.ts'
import { tendSearch } from './domains/search/index.ts'
import { tendNumbers, tendUploads } from './domains/studio/index.ts'
import { maintainMoney, reconcileDaily, renewDue } from './domains/transactions/index.ts'
import { tendWatching } from './domains/watching/index.ts'
import { sweepKeys } from './http/idempotency.ts'
import { awaitQueue } from './jobs/await-queue.ts'
import { type PeriodicTaskOptions, startPeriodicTask } from './jobs/periodic-task.ts'
import { runJobs } from './jobs/runner.ts'
import { openTaskLocks } from './jobs/task-locks.ts'
import { systemClock } from './kernel/clock.ts'
import { createLog } from './kernel/log.ts'
import { listenForFigures } from './metrics/listen.ts'
import { workingMetrics } from './metrics/working.ts'
import { explainStartup, StartupFault } from './kernel/startup-fault.ts'
import { setPriority } from 'node:os'

async function main() {
  const config = readConfig(process.env)
  if (!config.database_url)
    throw new StartupFault('DATABASE_URL is needed here; npm start brings a database along.')
  // Encoding takes what is left over: somebody is watching.
  setPriority(10)
  const log = createLog(config.log_level, 'worker')
  await awaitQueue(config.database_owner_url ?? config.database_url, log)
  await awaitMigrations(config.database_url, log)
  const database = openDatabase(config.database_url, {
    connections: 5,
    name: 'hanpyeon worker',
    onError: (error) => log.warn({ error: error.message }, 'database lost a connection'),
  })
  const parts = { ...database, ...foldersOf(config), clock: systemClock, log }
  const money = moneyParts(config, database, parts)
  const locks = openTaskLocks(config.database_owner_url ?? config.database_url, log)
  const startTask = (
    name: string,
    seconds: number,
    run: PeriodicTaskOptions['run'],
    exclusive: PeriodicTaskOptions['exclusive'] = locks,
  ) => startPeriodicTask({ name, interval_ms: seconds * 1_000, run, exclusive, log })
  const tasks = [
    startTask('money', 60, (signal) => maintainMoney(money, signal)),
    startTask('renewals', 60, (signal) => renewDue(money, signal)),
    startTask('reconciliation', 600, (signal) => reconcileDaily(money, signal)),
    startTask('keys', 600, (signal) => sweepKeys(database, systemClock.now(), signal)),
    // Work folders, copies and uploads lie on the disk of one machine: each process looks after its own.
    startTask('media', 60, (signal) => tendMedia(parts, signal), 'each process'),
    startTask('uploads', 60, () => tendUploads(parts), 'each process'),
    startTask('search', 10, (signal) => tendSearch(parts, signal)),
    startTask('accounts', 600, (signal) => tendAccounts(parts, signal)),
    startTask('customer services', 3_600, () => tendCustomerServices(parts)),
    // Lists follow counters every 30 s: adding up more often would show nothing sooner.
    startTask('watching', 10, (signal) => tendWatching(parts, signal)),
    startTask('numbers', 10, (signal) => tendNumbers(parts, signal)),
  ]
  // The demonstration history waits for films, and its purchases for a gateway. See D-91.
  if (config.seed === 'demo')
    tasks.push(
      startTask('demo history', 30, async () => void (await plantHalfWatched(parts))),
      startTask('demo numbers', 30, async () => void (await plantNumbers(parts))),
    )
  if (config.simulated && config.seed === 'demo')
    tasks.push(startTask('demo purchases', 30, async () => void (await plantMoney(money))))
  const runner = await runJobs({
    owner_url: config.database_owner_url ?? config.database_url,
    work: composeWork(config, database, { log, demo: demoWork(parts) }),
    heavy: {
      names: ['encode_asset', 'make_demo_film'],
      at_once: config.encodes_at_once,
    },
    // A film that has come to be sold does not play before it is encrypted (D-41).
    urgent: { names: ['protect_asset'], at_once: 1 },
    light_at_once: 1,
    waiting: {
      names: [
        'send_message',
        'send_password_link',
        'settle_order',
        'settle_refund',
        'cancel_stray',
        'forget_card',
      ],
      at_once: 4,
    },
    log,
    onLost: () => process.exit(1),
  })
  let stopping = false
  const { metrics_host: host, metrics_port: port } = config
  const figures = port
    ? await listenForFigures(
        { host, port },
        {
          metrics: workingMetrics({ ...parts, jobs: runner }),
          ready: async () => !stopping && runner.isLive(),
          log,
        },
      )
    : undefined
  log.info('working')
  process.send?.('ready')

  const stop = async () => {
    if (stopping) return
    stopping = true
    await Promise.all([runner.stop(), ...tasks.map((task) => task.stop())])
    await locks.close()
    await figures?.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  process.on('disconnect', () => void stop())
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainStartup(error) ?? (error as Error).stack}\n`)
  process.exit(1)
})
