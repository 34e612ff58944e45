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
import { reconcileDaily, tendMoney } from './domains/transactions/index.ts'
import { tendWatching } from './domains/watching/index.ts'
import { sweepKeys } from './http/idempotency.ts'
import { awaitQueue } from './jobs/await-queue.ts'
import { runJobs } from './jobs/runner.ts'
import { systemClock } from './kernel/clock.ts'
import { createLog } from './kernel/log.ts'
import { listenForFigures } from './metrics/listen.ts'
import { workingMetrics } from './metrics/working.ts'
import { tendEvery } from './kernel/tending.ts'
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
  const tending = [
    tendEvery(60_000, 'money', () => tendMoney(money), log),
    tendEvery(10 * 60_000, 'reconciliation', () => reconcileDaily(money), log),
    tendEvery(10 * 60_000, 'keys', () => sweepKeys(database, systemClock.now()), log),
    tendEvery(60_000, 'media', () => tendMedia(parts), log),
    tendEvery(60_000, 'uploads', () => tendUploads(parts), log),
    tendEvery(10_000, 'search', () => tendSearch(parts), log),
    tendEvery(10 * 60_000, 'accounts', () => tendAccounts(parts), log),
    tendEvery(60 * 60_000, 'customer services', () => tendCustomerServices(parts), log),
    // Lists follow counters every 30 s: folding more often would show nobody anything sooner.
    tendEvery(10_000, 'watching', () => tendWatching(parts), log),
    tendEvery(10_000, 'numbers', () => tendNumbers(parts), log),
  ]
  // D-91: what is watched there takes films, what is bought a gateway as well, and waits for them.
  if (config.seed === 'demo')
    tending.push(
      tendEvery(30_000, 'demo history', async () => void (await plantHalfWatched(parts)), log),
      tendEvery(30_000, 'demo numbers', async () => void (await plantNumbers(parts)), log),
    )
  if (config.simulated && config.seed === 'demo')
    tending.push(
      tendEvery(30_000, 'demo purchases', async () => void (await plantMoney(money)), log),
    )
  const runner = await runJobs({
    owner_url: config.database_owner_url ?? config.database_url,
    work: composeWork(config, database, { log, demo: demoWork(parts) }),
    heavy: {
      names: ['encode_asset', 'protect_asset', 'make_demo_film'],
      at_once: config.encodes_at_once,
    },
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
    await runner.stop()
    await Promise.all(tending.map((one) => one.stop()))
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
