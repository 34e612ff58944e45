import { demoMembers } from '#seed/activity/demo-credentials.ts'
import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { plantInquiries } from '#seed/help-center/seed-inquiries.ts'
import { type Config, readConfig, resolveSecret } from '#server/config.ts'
import { openDatabase, type Transact } from '#server/db/client.ts'
import { type AppDatabase, openAppDatabase } from '#server/db/embedded/open-database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { isDevOutboxEnabled } from '#server/messages/dev-outbox.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { startupErrorMessage } from '#server/shared/startup-error.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { runPreflightChecks, freePortAfter } from './preflight.ts'
import {
  ChildStartError,
  type ProcessEntry,
  superviseProcess,
  type SupervisedProcess,
} from './supervised-process.ts'

/**
 * Arguments of Node for server and worker: V8's new space holds 12 MB at most instead of 48 MB or more per thread. The
 * CPU time of pages and lists was the same with both.
 */
export const memoryFlags = ['--max-semi-space-size=4']

/**
 * Everything on one machine: brings it up in order, starts again what falls, and stops it in reverse. Ends the
 * process: with 0 when it was asked to, with 1 and one line when it cannot start.
 */
export async function superviseApp(parts: {
  prepare(): Promise<void>
  server: ProcessEntry
  /** Node gives what it watches no channel to say that it is ready: it is asked. */
  isWatched?: boolean
}): Promise<void> {
  const began = performance.now()
  const children: SupervisedProcess[] = []
  let letGo: (() => void) | undefined
  let opening: Promise<AppDatabase> | undefined
  let stopping: Promise<never> | undefined

  const stop = (code: number) =>
    (stopping ??= (async () => {
      await Promise.all(children.map((child) => child.stop()))
      // One that is on its way up is waited for: half started it would be nobody's.
      const database = await opening?.catch(() => undefined)
      await database?.stop()
      letGo?.()
      process.exit(code)
    })())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop(0))

  try {
    const config = readConfig(process.env)
    letGo = await runPreflightChecks(config)
    if (stopping) return
    const preparing = parts.prepare()
    preparing.catch(() => {})
    opening = openAppDatabase(config, { sole: true })
    const { url, owner_url } = await opening
    if (stopping) return
    await migrate(owner_url)
    const accounts = config.seed === 'demo' ? await plant(config, url) : []
    await preparing
    if (stopping) return

    // Whoever gives the simulator an address runs one of his own.
    const simulator =
      config.uses_simulator && !process.env['TOSS_BASE_URL']
        ? { TOSS_BASE_URL: `http://127.0.0.1:${await freePortAfter(config.port)}` }
        : undefined
    const env = {
      ...process.env,
      ...{ DATABASE_URL: url, DATABASE_OWNER_URL: owner_url, ...simulator },
    }
    // The server tells its figures at its own port; the other one is the worker's.
    const serverEnv = { ...env, METRICS_PORT: undefined }
    const entries: ProcessEntry[] = [{ file: 'server/worker.ts', node: memoryFlags }]
    if (simulator) entries.push({ file: 'simulators/payment-gateway/main.ts' })
    const { drain_seconds } = config
    const server = superviseProcess(parts.server, serverEnv, drain_seconds)
    children.push(server)
    await (parts.isWatched ? firstAnswer(config) : server.ready)
    if (stopping) return
    // After the server: loading the worker takes a core for as long, and pages need neither.
    const others = entries.map((entry) => superviseProcess(entry, env, drain_seconds))
    children.push(...others)
    await Promise.all(others.map((child) => child.ready))
    announce(readConfig(env), accounts, (performance.now() - began) / 1_000)
  } catch (error) {
    // Ctrl-C reaches children before us: what they say of it is no fault.
    await pause(100)
    if (stopping) return
    if (!(error instanceof ChildStartError))
      process.stderr.write(`${startupErrorMessage(error) ?? (error as Error).stack}\n`)
    await stop(1)
  }
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

function announce(config: Config, accounts: readonly Account[], seconds: number) {
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
    `Ready in ${seconds.toFixed(1)} s. Ctrl-C stops everything.`,
  ]
  process.stdout.write(`\n  ${lines.filter(Boolean).join('\n\n  ')}\n\n`)
}

/** Plants what is not there yet. @returns the demonstration accounts that one can sign in with. */
async function plant(config: Config, url: string): Promise<Account[]> {
  const { db, transact, close } = openDatabase(url, {
    connections: 1,
    name: 'hanpyeon seed',
    guarded: false,
  })
  try {
    await seedCatalogue(transact, new Date())
    // D-91: where others can come by, they are not even made.
    if (config.alone || config.demo_accounts === 'allow') {
      const planted = await db
        .selectFrom('seeds')
        .select('name')
        .where('name', 'in', ['demo members', 'demo reviews'])
        .execute()
      if (planted.length < 2) await plantAccounts(transact, config)
      await plantInquiries(transact, new Date())
    }
    const there = await db
      .selectFrom('members')
      .select('email')
      .where('is_demo', '=', true)
      .execute()
    return demoMembers.filter(({ email }) => there.some((member) => member.email === email))
  } finally {
    await close()
  }
}

/** Loaded when it is needed, which is once: it brings the whole domain along, and every start would wait for it. */
async function plantAccounts(transact: Transact, config: Config) {
  const [{ seedMembers }, { plantReviews }, { createPasswordHasher }] = await Promise.all([
    import('#seed/activity/members.ts'),
    import('#seed/reviews.ts'),
    import('#server/domains/accounts/index.ts'),
  ])
  const { hash } = createPasswordHasher()
  const sealing = createEncryption(resolveSecret(config, 'encryption'))
  await seedMembers(transact, { sealing, hash }, new Date())
  await plantReviews(transact, { sealing, hash }, new Date())
}
