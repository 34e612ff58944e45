// hard: starts a PostgreSQL with a replica, which it kills, freezes and promotes (19 s of CPU).
import { contents } from '#contract/contents/contents.ts'
import { endpointList } from '#contract/index.ts'
import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { type Example, examples, seedExamples } from '#test/examples/index.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { createSearchIndexClient } from '#server/domains/search/index.ts'
import { openReplicatedDatabase, type ReplicatedDatabase } from '#test/services/postgres-replica.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { metrics } from '#server/shared/metrics.ts'
import { openDatabase } from '../client.ts'
import { latestPrimaryLsn } from './min-replica-lsn.ts'
import { createLogger } from '#server/shared/logger.ts'
import { openReplicaReader, type ReplicaBypassReason } from './replica-reader.ts'

// A real replica streams from a real primary. The tests depend on their order: the last one promotes the replica.

let fixture: ReplicatedDatabase
let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  fixture = await openReplicatedDatabase()
  const { database, replica } = fixture
  app = await openTestApp({ database, replica_url: replica.url, lines })
  await seedCatalogue(app.transact, new Date())
  await seedExamples(app)
}, 180_000)
afterAll(async () => {
  await app?.close()
  await fixture?.close()
})

const name = () => new URL(app.url).pathname.slice(1)
const onReplica = (text: string) => fixture.replica.ask(name(), text)
const isSleepingOnReplica = async () =>
  (await onReplica(`select from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0

async function readCounters(): Promise<
  { replica: number; primary: number } & { [W in ReplicaBypassReason]?: number }
> {
  const { values } = await metrics.public_reads.get()
  const bypassed = await metrics.replica_bypass.get()
  const all = [
    ...values.map(({ labels, value }) => [labels.source, value]),
    ...bypassed.values.map(({ labels, value }) => [labels.reason, value]),
  ]
  return { replica: 0, primary: 0, ...Object.fromEntries(all) }
}

/** Returns the increase of the counters during `work`. */
async function countDuring(work: () => Promise<unknown>) {
  const before: Record<string, number> = await readCounters()
  await work()
  const after = await readCounters()
  return Object.fromEntries(
    Object.entries(after).map(([key, value]) => [key, value - (before[key] ?? 0)]),
  )
}

const isRead = () => app.server.reads.isReplicaRead() === true
const untilRead = () => vi.waitUntil(isRead, { timeout: 20_000, interval: 20 })

/** Waits until the search index is loaded. */
const searchable = () =>
  vi.waitUntil(async () => (await app.fetch('/api/contents/search/?q=a')).ok, { timeout: 20_000 })

const titleThere = async (id: number) => {
  const { title } = await app.server.reads.db
    .selectFrom('episodes')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(title)
}
const rename = (id: number, title: number) =>
  app.pool.query('update episodes set title = $2 where id = $1', [id, String(title)])

test('reads every public response, and nothing else, from the replica', async () => {
  await untilRead()
  await searchable()
  const publicEndpoints = endpointList.filter(({ endpoint }) => endpoint.access === 'public')
  const counts = await countDuring(async () => {
    for (const { name } of publicEndpoints) {
      const { path, refused }: Example = examples[name as keyof typeof examples]
      const { status } = await app.fetch(path)
      expect([name, status === 200]).toEqual([name, !refused])
    }
    expect((await app.fetch('/sitemap/series-1.xml')).status).toBe(200)
  })
  expect(counts['replica']).toBeGreaterThan(publicEndpoints.length)
  expect(counts['failed'] ?? 0).toBe(0)
  expect(counts['conflict'] ?? 0).toBe(0)
  const personal = await countDuring(() => app.fetch('/api/contents/1/video/'))
  expect(personal).toMatchObject({ replica: 0, primary: 0 })
})

test('never returns data older than the last commit while the replica pauses and resumes', async () => {
  const [id = 0] = await makePlayable(app, [{}])
  await rename(id, 0)
  await untilRead()
  let committed = 0
  let shown = 0
  let ended = false
  const editing = (async () => {
    for (let edit = 1; edit <= 90; edit++) {
      if (edit % 45 === 10) await onReplica('select pg_wal_replay_pause()')
      await rename(id, edit)
      committed = edit
      // Wait until the replica is bypassed.
      if (edit % 45 === 20) await vi.waitUntil(() => !isRead(), { timeout: 20_000, interval: 20 })
      if (edit % 45 === 30) await onReplica('select pg_wal_replay_resume()')
    }
    await untilRead()
    ended = true
  })()
  const counts = await countDuring(async () => {
    const reader = async () => {
      while (!ended) {
        const least = Math.max(committed, shown)
        const title = await titleThere(id)
        expect(title).toBeGreaterThanOrEqual(least)
        shown = Math.max(shown, title)
      }
    }
    await Promise.all([editing, reader(), reader(), reader()])
  })
  // Both were read, and the replica was used again after each pause.
  expect(counts['replica']).toBeGreaterThan(100)
  expect(counts['behind']).toBeGreaterThan(0)
})

test('shows an edit by SQL within a second while replay is paused', async () => {
  const [id = 0] = await makePlayable(app, [{}])
  const path = contents.readEpisode.path.replace('{id}', String(id))
  const readTitle = async () => ((await (await app.fetch(path)).json()) as { title: string }).title
  await untilRead()
  await onReplica('select pg_wal_replay_pause()')
  try {
    expect(await readTitle()).toBe('1화')
    await app.pool.query(`update episodes set title = '다시 쓴 1화' where id = $1`, [id])
    await expect.poll(readTitle, { interval: 5, timeout: 1_000 }).toBe('다시 쓴 1화')
    expect(isRead()).toBe(false)
    for (let n = 0; n < 20; n++) expect(await readTitle()).toBe('다시 쓴 1화')
    const text = await (await app.fetch('/metrics')).text()
    expect(text).toMatch(/^hanpyeon_replica_in_use 0$/m)
    expect(text).toMatch(/^hanpyeon_replica_lag_bytes [1-9]/m)
  } finally {
    await onReplica('select pg_wal_replay_resume()')
  }
  await untilRead()
  const counts = await countDuring(async () => expect(await titleOf(id)).toBe('다시 쓴 1화'))
  expect(counts).toMatchObject({ replica: 1, primary: 0 })
})

const titleOf = async (id: number) =>
  (
    await app.server.reads.db.selectFrom('episodes').select('title').where('id', '=', id).execute()
  )[0]?.title

test('reads a lagging replica while no displayed data changes', async () => {
  const [id = 0] = await makePlayable(app, [{}])
  await untilRead()
  // The second read covers notifications received during the first one.
  await titleOf(id)
  await titleOf(id)
  await onReplica('select pg_wal_replay_pause()')
  try {
    // A write without a notification, such as progress and counters.
    await app.pool.query('update series set viewer_count = viewer_count + 1')
    const counts = await countDuring(() => titleOf(id))
    expect(counts).toMatchObject({ replica: 1, primary: 0 })
  } finally {
    await onReplica('select pg_wal_replay_resume()')
  }
  await untilRead()
})

test('retries on the primary after a recovery conflict on the replica', async () => {
  const reads = openReplicaReader(app.server.database, app.config.database_replica_url, {
    floor: latestPrimaryLsn(app),
    connections: 2,
    name: 'test of conflicts',
    answer_within: 10_000,
  })
  await onReplica('alter system set max_standby_streaming_delay = 0')
  await onReplica('select pg_reload_conf()')
  try {
    await expect
      .poll(async () => {
        await reads.probe()
        return reads.isReplicaRead()
      })
      .toBe(true)
    const counts = await countDuring(async () => {
      const slow = sql<{ count: number }>`
        select count(*) as count from (select from series) as all_of_them, pg_sleep(1.5)`.execute(
        reads.db,
      )
      await vi.waitUntil(isSleepingOnReplica, { timeout: 10_000, interval: 20 })
      await app.pool.query('update series set viewer_count = viewer_count + 1')
      const owner = app.owner_url
      await vacuum(owner, 'series')
      expect((await slow).rows[0]?.count).toBeGreaterThan(0)
    })
    expect(counts['conflict']).toBe(1)
  } finally {
    await onReplica('alter system reset max_standby_streaming_delay')
    await onReplica('select pg_reload_conf()')
    await reads.close()
  }
})

test('does not read a replica of another primary, or one that is ahead of the primary', async () => {
  const otherPrimary = openDatabase(inject('database').owner_url, {
    connections: 1,
    name: 'other primary',
  })
  const ownPrimary = app.server.database
  for (const [primary, latest] of [
    [otherPrimary, Number.MAX_SAFE_INTEGER],
    [ownPrimary, 1],
    [ownPrimary, Number.MAX_SAFE_INTEGER],
  ] as const) {
    const reasons: (ReplicaBypassReason | undefined)[] = []
    const reads = openReplicaReader(primary, app.config.database_replica_url, {
      floor: { current: async () => 1, latest: async () => latest },
      connections: 1,
      name: 'test of other primary',
      answer_within: 10_000,
      onTurn: (reason) => reasons.push(reason),
    })
    await reads.probe()
    const isValid = primary === ownPrimary && latest > 1
    expect([reads.isReplicaRead(), reasons]).toEqual([
      isValid,
      [isValid ? undefined : 'wrong_primary'],
    ])
    await reads.close()
  }
  await otherPrimary.close()
})

test('loads the search index from the replica', async () => {
  const countScans = async (query: (text: string) => Promise<Record<string, unknown>[]>) =>
    Number(
      (
        await query(
          `select seq_scan + idx_scan as n from pg_stat_user_tables where relname = 'people'`,
        )
      )[0]?.['n'],
    )
  const onPrimary = async (text: string) =>
    (await app.pool.query<Record<string, unknown>>(text)).rows
  const before = [await countScans(onPrimary), await countScans(onReplica)]
  const loaded = Promise.withResolvers<void>()
  const index = createSearchIndexClient({
    url: app.url,
    replica_url: app.config.database_replica_url,
    log: createLogger('silent', 'test'),
    onFresh: () => loaded.resolve(),
  })
  index.start()
  await loaded.promise
  // A closed connection has reported its statistics.
  await index.stop()
  await expect.poll(() => countScans(onReplica), { timeout: 10_000 }).toBeGreaterThan(before[1]!)
  expect(await countScans(onPrimary)).toBe(before[0])
})

test('serves requests while the replica is killed, and reads it again after a restart', async () => {
  const [id = 0] = await makePlayable(app, [{}])
  await untilRead()
  const statuses = new Map<number, number>()
  let ended = false
  let n = 0
  const reader = async () => {
    while (!ended) {
      // Distinct queries, so that no response is cached.
      const { status } = await app.fetch(`/api/contents/episodes/?limit=10&offset=${n++ % 9_999}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const readers = [reader(), reader(), reader(), reader()]
  await vi.waitUntil(() => n > 100, { timeout: 20_000 })
  await fixture.replica.kill()
  const killedAt = n
  await vi.waitUntil(() => n > killedAt + 200, { timeout: 20_000 })
  expect(isRead()).toBe(false)
  expect(lines.join('')).toContain('"reason":"unreachable","msg":"replica bypassed"')
  await fixture.replica.start()
  await untilRead()
  const backAt = n
  const counts = await countDuring(() => vi.waitUntil(() => n > backAt + 200, { timeout: 20_000 }))
  ended = true
  await Promise.all(readers)
  expect([...statuses.keys()]).toEqual([200])
  expect(counts['replica']).toBeGreaterThan(100)
  await rename(id, 7)
  expect(await titleThere(id)).toBe(7)
})

test('delays only the first read for a second when the replica freezes', async () => {
  const [id = 0] = await makePlayable(app, [{}])
  await untilRead()
  fixture.replica.freeze()
  try {
    const counts = await countDuring(async () => expect(await titleOf(id)).toBe('1화'))
    expect(counts['slow']).toBe(1)
    // The next reads do not wait for it.
    expect(isRead()).toBe(false)
    await rename(id, 8)
    expect(await titleThere(id)).toBe(8)
  } finally {
    fixture.replica.thaw()
  }
  await untilRead()
})

test('does not read a promoted replica', async () => {
  const [id = 0] = await makePlayable(app, [{}])
  await untilRead()
  await fixture.replica.promote()
  await rename(id, 9)
  expect(await titleThere(id)).toBe(9)
  await expect.poll(() => lines.join('')).toContain('"reason":"promoted"')
  await app.server.reads.probe()
  expect(isRead()).toBe(false)
})

async function vacuum(url: string, table: string) {
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`vacuum ${table}`)
  await client.end()
}
