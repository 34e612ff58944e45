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
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { metrics } from '#server/shared/metrics.ts'
import { openDatabase } from '../client.ts'
import { latestPrimaryLsn } from './min-replica-lsn.ts'
import { createLogger } from '#server/shared/logger.ts'
import { openReplicaReader, type ReplicaBypassReason } from './replica-reader.ts'

// A real replica streams from a real primary. The tests go on from one another: the last takes the replica's part away.

let ground: ReplicatedDatabase
let world: TestApp
const lines: string[] = []
beforeAll(async () => {
  ground = await openReplicatedDatabase()
  const { database, replica } = ground
  world = await openTestApp({ database, replica_url: replica.url, lines })
  await seedCatalogue(world.transact, new Date())
  await seedExamples(world)
}, 180_000)
afterAll(async () => {
  await world?.close()
  await ground?.close()
})

const name = () => new URL(world.url).pathname.slice(1)
const onReplica = (text: string) => ground.replica.ask(name(), text)

async function counted(): Promise<
  { replica: number; primary: number } & { [W in ReplicaBypassReason]?: number }
> {
  const { values } = await metrics.public_reads.get()
  const passed = await metrics.replica_bypass.get()
  const all = [
    ...values.map(({ labels, value }) => [labels.source, value]),
    ...passed.values.map(({ labels, value }) => [labels.reason, value]),
  ]
  return { replica: 0, primary: 0, ...Object.fromEntries(all) }
}

/** What was counted while `work` went on. */
async function countedBy(work: () => Promise<unknown>) {
  const before: Record<string, number> = await counted()
  await work()
  const after = await counted()
  return Object.fromEntries(
    Object.entries(after).map(([key, value]) => [key, value - (before[key] ?? 0)]),
  )
}

const isRead = () => world.house.reads.isReplicaRead() === true
const untilRead = () => vi.waitUntil(isRead, { timeout: 20_000, interval: 20 })

/** Once the index of names is there. */
const searchable = () =>
  vi.waitUntil(async () => (await world.fetch('/api/contents/search/?q=a')).ok, { timeout: 20_000 })

const titleThere = async (id: number) => {
  const { title } = await world.house.reads.db
    .selectFrom('episodes')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(title)
}
const rename = (id: number, title: number) =>
  world.pool.query('update episodes set title = $2 where id = $1', [id, String(title)])

test('whatever is public is read there, all of it, and nothing else is', async () => {
  await untilRead()
  await searchable()
  const open = endpointList.filter(({ endpoint }) => endpoint.access === 'public')
  const told = await countedBy(async () => {
    for (const { name } of open) {
      const { path, refused }: Example = examples[name as keyof typeof examples]
      const { status } = await world.fetch(path)
      if (!refused) expect([name, status]).toEqual([name, 200])
    }
    expect((await world.fetch('/sitemap/series-1.xml')).status).toBe(200)
  })
  expect(told['replica']).toBeGreaterThan(open.length)
  expect(told['failed'] ?? 0).toBe(0)
  expect(told['conflict'] ?? 0).toBe(0)
  const personal = await countedBy(() => world.fetch('/api/contents/1/video/'))
  expect(personal).toMatchObject({ replica: 0, primary: 0 })
})

test('nobody is shown less than was committed when he asked, while the replica stops and goes', async () => {
  const [id = 0] = await makePlayable(world, [{}])
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
      // Until it is passed over.
      if (edit % 45 === 20) await vi.waitUntil(() => !isRead(), { timeout: 20_000, interval: 20 })
      if (edit % 45 === 30) await onReplica('select pg_wal_replay_resume()')
      await pause(edit % 3)
    }
    await untilRead()
    ended = true
  })()
  const told = await countedBy(async () => {
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
  // Both were asked, and the replica came back each time.
  expect(told['replica']).toBeGreaterThan(100)
  expect(told['behind']).toBeGreaterThan(0)
})

test('an edit in SQL shows within the second while nothing is replayed, and stays', async () => {
  const [id = 0] = await makePlayable(world, [{}])
  const path = contents.readEpisode.path.replace('{id}', String(id))
  const shows = async () => ((await (await world.fetch(path)).json()) as { title: string }).title
  await untilRead()
  await onReplica('select pg_wal_replay_pause()')
  try {
    expect(await shows()).toBe('1화')
    await world.pool.query(`update episodes set title = '다시 쓴 1화' where id = $1`, [id])
    await expect.poll(shows, { interval: 5, timeout: 1_000 }).toBe('다시 쓴 1화')
    expect(isRead()).toBe(false)
    for (let n = 0; n < 20; n++) expect(await shows()).toBe('다시 쓴 1화')
    const text = await (await world.fetch('/metrics')).text()
    expect(text).toMatch(/^hanpyeon_replica_in_use 0$/m)
    expect(text).toMatch(/^hanpyeon_replica_lag_bytes [1-9]/m)
  } finally {
    await onReplica('select pg_wal_replay_resume()')
  }
  await untilRead()
  const told = await countedBy(async () => expect(await titleOf(id)).toBe('다시 쓴 1화'))
  expect(told).toMatchObject({ replica: 1, primary: 0 })
})

const titleOf = async (id: number) =>
  (
    await world.house.reads.db.selectFrom('episodes').select('title').where('id', '=', id).execute()
  )[0]?.title

test('where nothing is told that is shown, a replica that is a moment behind is read on', async () => {
  const [id = 0] = await makePlayable(world, [{}])
  await untilRead()
  // What was told on the way to the first answer is behind the second.
  await titleOf(id)
  await titleOf(id)
  await onReplica('select pg_wal_replay_pause()')
  try {
    // As progress and counters are written all day.
    await world.pool.query('update series set viewer_count = viewer_count + 1')
    const told = await countedBy(() => titleOf(id))
    expect(told).toMatchObject({ replica: 1, primary: 0 })
  } finally {
    await onReplica('select pg_wal_replay_resume()')
  }
  await untilRead()
})

test('what the replica stops in the middle, because rows it shows are removed, is answered all the same', async () => {
  const reads = openReplicaReader(world.house.database, world.config.database_replica_url, {
    floor: latestPrimaryLsn(world),
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
    const told = await countedBy(async () => {
      const slow = sql<{ count: number }>`
        select count(*) as count from (select from series) as all_of_them, pg_sleep(1.5)`.execute(
        reads.db,
      )
      await pause(300)
      await world.pool.query('update series set viewer_count = viewer_count + 1')
      const owner = world.owner_url
      await vacuum(owner, 'series')
      expect((await slow).rows[0]?.count).toBeGreaterThan(0)
    })
    expect(told['conflict']).toBe(1)
  } finally {
    await onReplica('alter system reset max_standby_streaming_delay')
    await onReplica('select pg_reload_conf()')
    await reads.close()
  }
})

test('another primary’s replica is not read, nor one that has come further than ours', async () => {
  const stranger = openDatabase(inject('database').owner_url, { connections: 1, name: 'stranger' })
  const ours = world.house.database
  for (const [primary, newest] of [
    [stranger, Number.MAX_SAFE_INTEGER],
    [ours, 1],
    [ours, Number.MAX_SAFE_INTEGER],
  ] as const) {
    const turns: (ReplicaBypassReason | undefined)[] = []
    const reads = openReplicaReader(primary, world.config.database_replica_url, {
      floor: { current: async () => 1, latest: async () => newest },
      ...{ connections: 1, name: 'test of strangers', answer_within: 10_000 },
      onTurn: (why) => turns.push(why),
    })
    await reads.probe()
    const isSound = primary === ours && newest > 1
    expect([reads.isReplicaRead(), turns]).toEqual([isSound, [isSound ? undefined : 'astray']])
    await reads.close()
  }
  await stranger.close()
})

test('search is filled from it', async () => {
  const scans = async (ask: (text: string) => Promise<Record<string, unknown>[]>) =>
    Number(
      (
        await ask(
          `select seq_scan + idx_scan as n from pg_stat_user_tables where relname = 'people'`,
        )
      )[0]?.['n'],
    )
  const onPrimary = async (text: string) =>
    (await world.pool.query<Record<string, unknown>>(text)).rows
  const before = [await scans(onPrimary), await scans(onReplica)]
  const fresh = Promise.withResolvers<void>()
  const names = createSearchIndexClient({
    url: world.url,
    replica_url: world.config.database_replica_url,
    log: createLogger('silent', 'test'),
    onFresh: () => fresh.resolve(),
  })
  names.start()
  await fresh.promise
  // Who leaves has told what he did.
  await names.stop()
  await expect.poll(() => scans(onReplica), { timeout: 10_000 }).toBeGreaterThan(before[1]!)
  expect(await scans(onPrimary)).toBe(before[0])
})

test('killed under traffic nobody notices, and when it is back it is read again', async () => {
  const [id = 0] = await makePlayable(world, [{}])
  await untilRead()
  const statuses = new Map<number, number>()
  let slowest = 0
  let ended = false
  let n = 0
  const reader = async () => {
    while (!ended) {
      // None of them is prepared.
      const began = performance.now()
      const { status } = await world.fetch(`/api/contents/episodes/?limit=10&offset=${n++ % 9_999}`)
      slowest = Math.max(slowest, performance.now() - began)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const readers = [reader(), reader(), reader(), reader()]
  await vi.waitUntil(() => n > 100, { timeout: 20_000 })
  await ground.replica.kill()
  const killedAt = n
  await vi.waitUntil(() => n > killedAt + 200, { timeout: 20_000 })
  expect(isRead()).toBe(false)
  expect(lines.join('')).toContain('"why":"away","msg":"replica not read"')
  await ground.replica.start()
  await untilRead()
  const backAt = n
  const told = await countedBy(() => vi.waitUntil(() => n > backAt + 200, { timeout: 20_000 }))
  ended = true
  await Promise.all(readers)
  expect([...statuses.keys()]).toEqual([200])
  expect(slowest).toBeLessThan(2_500)
  expect(told['replica']).toBeGreaterThan(100)
  await rename(id, 7)
  expect(await titleThere(id)).toBe(7)
})

test('frozen it holds up what it was asked for a second, and nobody after that', async () => {
  const [id = 0] = await makePlayable(world, [{}])
  await untilRead()
  ground.replica.freeze()
  try {
    const told = await countedBy(async () => expect(await titleOf(id)).toBe('1화'))
    expect(told['slow']).toBe(1)
    await rename(id, 8)
    const began = performance.now()
    for (let n = 0; n < 20; n++) expect(await titleThere(id)).toBe(8)
    expect(performance.now() - began).toBeLessThan(1_000)
  } finally {
    ground.replica.thaw()
  }
  await untilRead()
})

test('one that was promoted is a replica no more', async () => {
  const [id = 0] = await makePlayable(world, [{}])
  await untilRead()
  await ground.replica.promote()
  await rename(id, 9)
  expect(await titleThere(id)).toBe(9)
  await expect.poll(() => lines.join('')).toContain('"why":"promoted"')
  await pause(600)
  expect(isRead()).toBe(false)
})

async function vacuum(url: string, table: string) {
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`vacuum ${table}`)
  await client.end()
}
