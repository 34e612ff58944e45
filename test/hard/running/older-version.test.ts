import { endpoints } from '#contract/index.ts'
import { readSchemaFunctions } from '#server/db/schema/schema-functions.ts'
import { migrationNames } from '#server/db/schema/wait-for-migrations.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, onTestFinished, test, vi } from 'vitest'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { freePort } from '#test/processes/free-port.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { givenConsents, topUp } from '#test/fixtures/payments.ts'
import { startServer } from '#test/processes/server-process.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { startWorker } from '#test/processes/worker-process.ts'
import { connectAsOwner } from '#test/app/owner-statements.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { openBalancer } from './balancer.ts'
import { beginLoad } from './client-load.ts'

// A release: the database has the newest migration, and the previous code runs beside the new code.
// `OLDER_VERSION_COMMIT=0013` selects another migration.

const noOlderVersion = 'the git history has no earlier version that runs on this schema'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 600_000 })

const root = join(import.meta.dirname, '../../..')
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

const pathOf = (migration: string) => `server/db/schema/migrations/${migration}`

/** The commit that added a migration; undefined if it is not committed yet. */
const commitThatAdded = (migration: string) =>
  git('log', '--first-parent', '-m', '--diff-filter=A', '--format=%H', '--', pathOf(migration))
    .trim()
    .split('\n')
    .at(-1) || undefined

/** Whether a version has the baseline, and its migrations have the content of today: otherwise its code refuses the schema. */
function acceptsSchema(commit: string, baseline: string): boolean {
  try {
    git('cat-file', '-e', `${commit}:${pathOf(baseline)}`)
  } catch {
    return false
  }
  return git('diff', '--name-only', '--diff-filter=DM', commit, '--', pathOf('*.sql')) === ''
}

/**
 * The last commit before the newest migration that follows only unchanged ones: a migration may be edited until it is
 * released. Versions before the baseline migrations cannot run on this schema, so without a newer migration it is the
 * first commit with the baselines; undefined if the history does not have it.
 */
async function commitBefore(): Promise<{ commit: string; migration: string } | undefined> {
  const names = await migrationNames()
  const baseline = names[0] ?? ''
  const requested = process.env['OLDER_VERSION_COMMIT']
  const candidates = requested
    ? names.filter((name) => name.startsWith(requested))
    : names.toReversed()
  if (candidates.length === 0) throw new Error(`There is no migration ${requested}.`)
  try {
    for (const migration of candidates) {
      const landed = commitThatAdded(migration)
      // The migration is not committed yet, so the previous code is HEAD.
      const commit = git('rev-parse', '--verify', landed ? `${landed}^1` : 'HEAD').trim()
      if (acceptsSchema(commit, baseline)) return { commit, migration }
    }
    const commit = commitThatAdded(baseline)
    return commit ? { commit, migration: baseline } : undefined
  } catch {
    // No git, or a shallow clone.
  }
  return undefined
}

/**
 * Checks out a version into its own folder, with its own pages, and with its own packages if its lock file differs
 * from ours. Done once per commit, because it takes long.
 */
function checkOut(commit: string): string {
  const folder = join(tmpdir(), `hanpyeon-older-${commit.slice(0, 12)}`)
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true })
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    const lock = 'package-lock.json'
    if (readFileSync(join(folder, lock)).equals(readFileSync(join(root, lock))))
      // Copied, because the encoder may only read files in its own folder.
      cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), { recursive: true })
    else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  }
  execFileSync(process.execPath, [join(folder, 'bin/app/build-pages.ts')], { stdio: 'inherit' })
  return folder
}

/** Records the functions of a version as applied before ours, as in a database that it migrated: its code waits for them. */
async function recordFunctions(app: TestApp, version: string) {
  const files = await readSchemaFunctions(join(version, 'server/db/schema/functions'))
  const owner = await connectAsOwner(app)
  await owner.client.query(
    `insert into schema_migrations (name, checksum, applied_at)
     select *, now() - interval '1 day' from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [files.map(({ name }) => name), files.map(({ checksum }) => checksum)],
  )
  await owner.close()
}

let older: { commit: string; migration: string } | undefined
let world: TestApp
let folder: string | undefined
let box: Awaited<ReturnType<typeof createTempFolder>>
beforeAll(async () => {
  older = await commitBefore()
  if (!older) {
    console.log(`skipped: ${noOlderVersion}`)
    return
  }
  folder = checkOut(older.commit)
  ;[world, box] = await Promise.all([openTestApp({ gateway: true }), createTempFolder()])
  await recordFunctions(world, folder)
  // Packages and pages of the older version may have to be built.
}, 600_000)
afterAll(async () => {
  await world?.close()
  await box?.[Symbol.asyncDispose]()
})

/** Does everything a viewer does once on one server; throws at the first unexpected response. */
async function visit(origin: string, member: TestMember, ground: { film: number; sold: number }) {
  let cookie = ''
  async function sendRequest(method: string, path: string, body?: object | FormData) {
    const isForm = body instanceof FormData
    const response = await fetch(origin + path, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
    const given = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    if (given.length > 0) cookie = given.join('; ')
    return text
  }
  const { email, password } = member
  const getJson = async (path: string) =>
    JSON.parse(await sendRequest('GET', path)) as Record<string, unknown>
  const { accounts, contents, watch_history, transactions, customer_services } = endpoints
  await sendRequest('POST', accounts.signIn.path, { email, password })
  expect(await getJson(accounts.readMe.path)).toMatchObject({ email })
  expect(await sendRequest('GET', '/')).toContain('한편')
  for (const path of [contents.listSeries.path, '/api/contents/episodes/?limit=7'])
    expect(await getJson(path)).toHaveProperty('results')
  const searchResult = await getJson(
    `${endpoints.search.search.path}?q=${encodeURIComponent('시험 작품')}`,
  )
  expect(JSON.stringify(searchResult)).toContain('시험 작품')
  const video = await getJson(`/api/contents/${ground.film}/video/`)
  expect(await sendRequest('GET', String(video['manifest_url']))).toContain('#EXTM3U')
  expect(
    await sendRequest('GET', String(video['manifest_url']).replace('main.m3u8', 'v108/index.m3u8')),
  ).toContain('#EXT-X-ENDLIST')
  const film = { episode_id: ground.film, progress: 7 }
  await sendRequest('POST', watch_history.saveProgress.path, film)
  expect(JSON.stringify(await getJson(watch_history.listWatchHistory.path))).toContain(
    '"progress":7',
  )
  await sendRequest('POST', watch_history.like.path, {
    content_type: 'episode',
    object_id: ground.film,
  })
  await sendRequest('POST', transactions.createPointTransaction.path, {
    changed_point: -price,
    is_event: false,
    is_topup: false,
    payment_method: 'point',
    episode: ground.sold,
    ...givenConsents,
  })
  expect(await getJson(transactions.listPoints.path)).toHaveProperty('results')
  const form = new FormData()
  for (const [name, value] of Object.entries({ subject_id: '2', title: '질문', context: '내용' }))
    form.append(name, value)
  await sendRequest('POST', customer_services.createInquiry.path, form)
  expect(await getJson(customer_services.listInquiries.path)).toMatchObject({ count: 1 })
  await sendRequest('POST', accounts.signOut.path)
}

const price = 500

test('runs the previous server and worker on the newest schema beside the new code', async (context) => {
  if (!older || !folder) return context.skip(noOlderVersion)
  const balancer = await openBalancer()
  const ports = [await freePort(), await freePort()]
  const env = {
    SEED: 'none',
    SITE_URL: balancer.origin,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    TOSS_BASE_URL: world.gateway.origin,
    MEDIA_TOKEN_SECRET: world.config.secrets.media_token ?? '',
    DATA_ENCRYPTION_SECRET: world.config.secrets.encryption ?? '',
  }
  const started: { end(signal: 'SIGKILL'): Promise<unknown> }[] = []
  onTestFinished(async () => {
    await Promise.all(started.map((child) => child.end('SIGKILL')))
    await balancer.close()
  })
  const old = await startServer(world, ports[0] ?? 0, env, folder)
  const now = await startServer(world, ports[1] ?? 0, env)
  started.push(old, now)
  const errors = () =>
    [...old.lines(), ...now.lines()].filter(
      ({ level, status }) => Number(level) >= 50 && status !== 503,
    )
  onTestFailed(() => errors().forEach((line) => console.log(line)))

  // Only the old worker runs, and encodes a film uploaded by the new code.
  const oldWorker = await startWorker(world, { ...env, LOG_LEVEL: 'info' }, folder)
  started.push(oldWorker)
  onTestFailed(() =>
    oldWorker
      .lines()
      .slice(-20)
      .forEach((line) => console.log(line)),
  )
  const source = await generateFilm(box.path, { name: 'film.mp4', size: '192x108', seconds: 12 })
  const [film = 0] = await makeEpisodes(world, [{}])
  const parts = { ...world, ...storageFolders(world.config), now: new Date() }
  const asset = await registerAsset(parts, { file: source, episode_id: film })
  const state = async () => (await readAsset(world.db, asset))?.state
  await vi.waitUntil(async () => (await state()) === 'ready', { timeout: 180_000 })
  started.push(await startWorker(world, { ...env, LOG_LEVEL: 'info' }))

  const free = await makePlayable(world, [{}, {}, {}], 100_000)
  const forSale = { is_free: false, price, in_subscription: false }
  const sold = await makePlayable(
    world,
    Array.from({ length: 20 }, () => forSale),
  )
  const members = await Promise.all(Array.from({ length: 6 }, () => makeMember(world)))
  for (const member of members) await topUp(world, member, 30_000)

  balancer.use(ports)
  for (const port of ports) await balancer.until(port, true)
  // Retries once: a slow response succeeds then, an incompatibility fails again.
  const load = beginLoad(
    balancer.origin,
    { members, free, sold, price },
    { retries: 1, per_second: 30 },
  )
  for (const origin of [old.origin, now.origin, old.origin, now.origin]) {
    const member = await makeMember(world)
    await topUp(world, member, 30_000)
    await visit(origin, member, { film, sold: sold[0] ?? 0 })
  }
  await vi.waitUntil(() => load.bought.size > 0 && load.saved.size > 0, { timeout: 60_000 })
  await load.end()
  console.log(
    `${older.commit.slice(0, 7)} on ${older.migration}: ${load.asked} requests, ${load.failed.length} failed, ${load.retried.length} requested twice, ${load.bought.size} purchases, ${load.saved.size} players`,
  )
  expect(load.failed).toEqual([])
  expect(errors()).toEqual([])
  expect(load.bought.size).toBeGreaterThan(0)
  // Periodic tasks and jobs of the old worker for at least a minute.
  const failures = () =>
    oldWorker.lines().filter(({ msg }) => msg === 'periodic task failed' || msg === 'job failed')
  await pause(Number(process.env['OLDER_VERSION_SECONDS'] ?? 70) * 1_000)
  expect(failures()).toEqual([])
  for (const server of [old, now]) expect(await server.end('SIGTERM')).toBe(0)
})

test('runs no migration when the old code migrates a newer schema', async (context) => {
  if (!folder) return context.skip(noOlderVersion)
  const output = execFileSync(process.execPath, [join(folder, 'bin/app/migrate.ts')], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: world.config.data_dir,
      DATABASE_URL: world.url,
      DATABASE_OWNER_URL: world.owner_url,
    },
    encoding: 'utf8',
  })
  // Functions follow the code that migrated last.
  expect(output).toMatch(/^(?:Nothing to do|Ran functions)/m)
  expect(output).not.toMatch(/\d{4}_/)
})
