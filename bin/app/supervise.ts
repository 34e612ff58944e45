import { demoMembers } from '#seed/activity/demo-credentials.ts'
import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { seedFilms, seedTrailers } from '#seed/seed-films.ts'
import { type Config, readConfig, resolveSecret } from '#server/config.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { refusePaidDemonstration, verifyDatabase } from '#server/composition/verify-database.ts'
import { refuseOtherSecret } from '#server/composition/verify-encryption-secret.ts'
import { openDatabase, type Transact } from '#server/db/client.ts'
import { type AppDatabase, openAppDatabase } from '#server/db/embedded/open-database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { isDevOutboxEnabled } from '#server/messages/dev-outbox.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { fatalErrorText } from '#server/shared/startup-error.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { storeFile } from '../../simulators/payment-gateway/store.ts'
import { databaseName } from '../operations/with-database.ts'
import { runPreflightChecks, freePortAfter } from './preflight.ts'
import {
  type ProcessEntry,
  superviseProcess,
  type SupervisedProcess,
} from './supervised-process.ts'

/**
 * Node flags for server and worker. They limit V8's new space to 12 MB per thread instead of 48 MB or more, and let the old
 * space grow to 1.6 times what the last garbage collection left, instead of up to four times. See
 * decisions/0056-deployment.
 */
export const memoryFlags = ['--max-semi-space-size=4', '--heap-growing-percent=60']

/**
 * Runs all processes on one machine: starts them in order, restarts failed ones and stops them in reverse. Exits with 0
 * when stopped, or with 1 and a one-line message when startup fails.
 */
export async function superviseApp(parts: {
  prepare(): Promise<void>
  server: ProcessEntry
  /** Node gives a watched process no IPC channel to report readiness, so its URL is polled. */
  isWatched?: boolean
}): Promise<void> {
  const startedAt = performance.now()
  const children: SupervisedProcess[] = []
  let releaseLock: (() => void) | undefined
  let openingDatabase: Promise<AppDatabase> | undefined
  let stopping: Promise<never> | undefined

  const stop = (code: number) =>
    (stopping ??= (async () => {
      await Promise.all(children.map((child) => child.stop()))
      // Waits for a database that is still starting, which would otherwise be left running.
      const database = await openingDatabase?.catch(() => undefined)
      await database?.stop()
      releaseLock?.()
      process.exit(code)
    })())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop(0))

  try {
    const config = readConfig(process.env)
    refusePaidDemonstration(config)
    releaseLock = await runPreflightChecks(config)
    if (!config.is_loopback_only) await checkSite(config)
    if (stopping) return
    const preparing = parts.prepare()
    preparing.catch(() => {})
    openingDatabase = openAppDatabase(config, { sole: true, creates: true })
    const { url, owner_url } = await openingDatabase
    if (stopping) return
    // With TOSS_BASE_URL set, the simulator runs separately.
    const simulator =
      config.uses_simulator && !process.env['TOSS_BASE_URL']
        ? { TOSS_BASE_URL: `http://127.0.0.1:${await freePortAfter(config.port)}` }
        : undefined
    const env = {
      ...process.env,
      DATABASE_URL: config.database_pool_url ?? url,
      DATABASE_OWNER_URL: owner_url,
      ...simulator,
    }
    // The server has its metrics on its own port; METRICS_PORT is for the worker, and so is the owner's role.
    const serverEnv = { ...env, METRICS_PORT: undefined, DATABASE_OWNER_URL: undefined }
    const entries: ProcessEntry[] = [{ file: 'server/worker.ts', node: memoryFlags }]
    if (simulator) entries.push({ file: 'simulators/payment-gateway/main.ts' })
    const { drain_seconds } = config
    const seeding = refuseOtherSecret(config, owner_url)
      .then(() => migrate(owner_url))
      .then(() => verifyDatabase(config, url))
      .then(() =>
        config.seed === 'demo' ? insertDemoData(readConfig(env), url, simulator !== undefined) : [],
      )
    const startAfter = Promise.all([seeding, preparing]).then(() => {})
    startAfter.catch(() => {})
    if (parts.isWatched) await startAfter
    if (stopping) return
    // The server loads its modules, which takes seconds, while the pages are built.
    const entry = parts.isWatched ? parts.server : { ...parts.server, startAfter }
    const server = superviseProcess(entry, serverEnv, drain_seconds)
    children.push(server)
    const accounts = await seeding
    await startAfter
    await (parts.isWatched ? firstAnswer(config) : server.ready)
    if (stopping) return
    // After the server: loading the worker takes a core for about as long, and pages do not need it.
    const others = entries.map((entry) => superviseProcess(entry, env, drain_seconds))
    children.push(...others)
    await Promise.all(others.map((child) => child.ready))
    announce(readConfig(env), {
      accounts,
      database: databaseName(config),
      seconds: (performance.now() - startedAt) / 1_000,
    })
  } catch (error) {
    // Ctrl-C reaches the children first; their exit is then not an error.
    await pause(100)
    if (stopping) return
    process.stderr.write(`${fatalErrorText(error, process.env['LOG_LEVEL'])}\n`)
    await stop(1)
  }
}

/** Imported on demand, because it loads the clients of all services. */
async function checkSite(config: Config) {
  const { checkStart } = await import('./check-start.ts')
  await checkStart(config, (line) => process.stderr.write(`${line}\n`))
}

async function firstAnswer({ port }: Config) {
  const answers = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await pause(200)
}

type Account = (typeof demoMembers)[number]

function announce(
  config: Config,
  {
    accounts,
    database,
    seconds,
  }: { accounts: readonly Account[]; database: string; seconds: number },
) {
  const { site_url } = config
  const lines = [
    `한편  ${site_url}`,
    accounts.map(({ email, password }) => `Account  ${email} / ${password}`).join('\n  '),
    isDevOutboxEnabled(config) && `Mail and SMS  ${site_url}/dev/outbox`,
    isDevOutboxEnabled(config) &&
      config.seed === 'demo' &&
      `Studio        ${site_url}/studio (codes: ${site_url}/dev/authenticator)`,
    config.uses_simulator && `Payments  simulated at ${config.gateway?.base_url}: no money moves`,
    !config.gateway && 'Payments  off: nothing is sold until TOSS_SECRET_KEY is set',
    `Database  ${database}`,
    `Ready in ${seconds.toFixed(1)} s. Ctrl-C stops everything.`,
  ]
  process.stdout.write(`\n  ${lines.filter(Boolean).join('\n\n  ')}\n\n`)
}

/** Inserts missing demonstration data. @returns the demonstration accounts that can be used to sign in. */
async function insertDemoData(
  config: Config,
  url: string,
  hasSimulator: boolean,
): Promise<Account[]> {
  const { db, transact, close } = openDatabase(url, {
    connections: 1,
    name: 'hanpyeon seed',
    limits: 'none',
  })
  try {
    const { files } = storageFolders(config)
    await seedCatalogue(transact, new Date(), files)
    await seedFilms({ db, transact, files }, new Date())
    await seedTrailers({ db, transact, files }, new Date())
    // Accounts with known passwords are not created on a server that others can reach (decisions/0051-one-command).
    if (config.is_loopback_only || config.demo_accounts === 'allow') {
      const seeded = await db
        .selectFrom('seed_runs')
        .select('name')
        .where('name', 'in', ['demo members', 'demo community'])
        .execute()
      if (seeded.length < 2) await insertDemoAccounts(transact, config, hasSimulator)
    }
    const existing = await db
      .selectFrom('members')
      .select('email')
      .where('is_demo', '=', true)
      .execute()
    return demoMembers.filter(({ email }) => existing.some((member) => member.email === email))
  } finally {
    await close()
  }
}

/** Imported on demand, because it loads the accounts domain and runs only once. */
async function insertDemoAccounts(transact: Transact, config: Config, hasSimulator: boolean) {
  const [{ seedMembers }, { seedCommunity }, { createPasswordHasher }] = await Promise.all([
    import('#seed/activity/members.ts'),
    import('#seed/community/seed-community.ts'),
    import('#server/domains/accounts/index.ts'),
  ])
  const { hash } = createPasswordHasher()
  const encryption = createEncryption(resolveSecret(config, 'encryption'))
  await seedMembers(transact, { encryption, hash }, new Date())
  const { files } = storageFolders(config)
  const { site_url, gateway } = config
  // The simulator starts later, so its store is not open yet.
  const books = hasSimulator && gateway ? { settings: gateway, file: storeFile(config) } : null
  await seedCommunity(transact, { encryption, hash, files, site_url, books }, new Date())
}
