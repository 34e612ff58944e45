import { watchSocketPath } from '#contract/core/sockets.ts'
import { type WatchSocketMessage } from '#contract/watch-history/watch-history.ts'
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type ServerProcess, startServer } from '#test/processes/server-process.ts'
import { freePort } from '#test/processes/npm-start.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { type TestApp, openTestAppForTest } from '#test/app/test-app.ts'

// Sockets of a separate server process that is stopped and killed.

type Watcher = {
  profile_id: number
  cookie: string
  socket: WebSocket | undefined
  /** The last second sent, and the last acknowledged as saved. */
  said: number
  saved: number
  closes: number[]
}

async function makeWatchers(world: TestApp, count: number): Promise<Watcher[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const { rows } = await world.pool.query<{ id: number }>(
    `insert into members (email, username, phone_ciphertext, phone_blind_index, password_hash, password_changed_at, created_at)
     select 'watcher' || at || '@example.com', '이한편', '', decode(md5(at::text), 'hex'), '', now(), now()
     from generate_series(1, $1) as at returning id`,
    [count],
  )
  await world.pool.query(
    `insert into sessions (token_hash, member_id, created_at, signed_in_at, last_seen_at, expires_at, device, address)
     select decode(hash, 'hex'), member, now(), now(), now(), now() + interval '10 days', '', ''
     from unnest($1::text[], $2::int[]) as s (hash, member)`,
    [
      tokens.map((token) => createHash('sha256').update(token).digest('hex')),
      rows.map(({ id }) => id),
    ],
  )
  const { rows: profiles } = await world.pool.query<{ id: number }>(
    'select id from profiles where member_id = any($1) order by member_id',
    [rows.map(({ id }) => id)],
  )
  return profiles.map(({ id }, at) => ({
    profile_id: id,
    cookie: `sid=${tokens[at]}`,
    socket: undefined,
    said: 0,
    saved: 0,
    closes: [],
  }))
}

function open(watcher: Watcher, { origin }: Pick<ServerProcess, 'origin'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(origin.replace('http', 'ws') + watchSocketPath, {
      origin,
      headers: { cookie: watcher.cookie },
      perMessageDeflate: false,
    })
    watcher.socket = socket
    socket.on('message', (data) => {
      const answer = JSON.parse((data as Buffer).toString()) as WatchSocketMessage
      if (answer.type === 'saved') watcher.saved = answer.progress
    })
    socket.on('close', (code) => watcher.closes.push(code))
    socket.on('open', resolve).on('error', reject)
  })
}

async function openAll(watchers: readonly Watcher[], server: ServerProcess) {
  for (let at = 0; at < watchers.length; at += 100)
    await Promise.all(watchers.slice(at, at + 100).map((watcher) => open(watcher, server)))
}

const say = (watcher: Watcher, episode_id: number) =>
  watcher.socket?.send(JSON.stringify({ episode_id, progress: ++watcher.said }))

async function stored(world: TestApp): Promise<Map<number, number>> {
  const { rows } = await world.pool.query<{ profile_id: number; progress: number }>(
    'select profile_id, progress from watch_histories',
  )
  return new Map(rows.map(({ profile_id, progress }) => [profile_id, progress]))
}

async function isWaitingForLock(world: TestApp): Promise<boolean> {
  const { rows } = await world.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

function endWith(watchers: readonly Watcher[]) {
  onTestFinished(() => {
    for (const { socket } of watchers) socket?.terminate()
  })
}

test('loses no acknowledged progress when killed repeatedly during playback', async () => {
  const world = await openTestAppForTest()
  const [episode_id = 0] = await makePlayable(world, [{}], 100_000)
  const watchers = await makeWatchers(world, 40)
  endWith(watchers)
  const port = await freePort()
  let acknowledged = 0
  for (const after of [1_200, 1_650, 2_100]) {
    const server = await startServer(world, port)
    await openAll(watchers, server)
    const ends = performance.now() + after
    while (performance.now() < ends) {
      for (const watcher of watchers) say(watcher, episode_id)
      await pause(15)
    }
    // One row is locked, so that the last batch waits before its commit when the server stops.
    const holder = await world.pool.connect()
    await holder.query('begin')
    await holder.query('select from watch_histories where profile_id = $1 for update', [
      watchers.at(-1)?.profile_id,
    ])
    for (const watcher of watchers) say(watcher, episode_id)
    await vi.waitUntil(() => isWaitingForLock(world), { timeout: 15_000 })
    await server.end('SIGKILL')
    await holder.query('rollback')
    holder.release()
    await expect
      .poll(() => watchers.every(({ socket }) => socket?.readyState === WebSocket.CLOSED))
      .toBe(true)
    const there = await stored(world)
    for (const { profile_id, saved, said } of watchers) {
      const progress = there.get(profile_id) ?? 0
      expect(progress).toBeGreaterThanOrEqual(saved)
      expect(progress).toBeLessThanOrEqual(said)
    }
    acknowledged += watchers.filter(({ saved }) => saved > 0).length
  }
  expect(acknowledged).toBe(3 * watchers.length)
})

test('closes 5,000 sockets with 1012 on restart, loses no progress, and accepts all again', async () => {
  const world = await openTestAppForTest()
  const [episode_id = 0] = await makePlayable(world, [{}], 100_000)
  const watchers = await makeWatchers(world, 5_000)
  endWith(watchers)
  const port = await freePort()
  const first = await startServer(world, port)
  await openAll(watchers, first)
  const memory = async () => {
    const text = await (await fetch(`${first.origin}/metrics`)).text()
    return Number(text.match(/^process_resident_memory_bytes (\d+)/m)?.[1]) / 2 ** 20
  }
  for (const watcher of watchers) say(watcher, episode_id)
  await vi.waitUntil(() => watchers.every(({ saved, said }) => saved === said), {
    timeout: 30_000,
    interval: 20,
  })
  const resident = await memory()
  for (const watcher of watchers) say(watcher, episode_id)
  // All progress is received, though not written, when the stop begins.
  await Promise.all(
    watchers.map(
      ({ socket }) =>
        new Promise((resolve) => {
          socket?.once('pong', resolve)
          socket?.ping()
        }),
    ),
  )
  const began = performance.now()
  expect(await first.end('SIGTERM')).toBe(0)
  const stopped = performance.now() - began
  await expect.poll(() => watchers.every(({ closes }) => closes.length === 1)).toBe(true)
  expect(new Set(watchers.flatMap(({ closes }) => closes))).toEqual(new Set([1012]))
  expect(watchers.filter(({ saved, said }) => saved !== said)).toEqual([])
  const there = await stored(world)
  expect(watchers.filter(({ profile_id, said }) => there.get(profile_id) !== said)).toEqual([])

  const second = await startServer(world, port)
  onTestFinished(async () => void (await second.end('SIGTERM')))
  const again = performance.now()
  await openAll(watchers, second)
  const back = performance.now() - again
  for (const watcher of watchers) say(watcher, episode_id)
  await vi.waitUntil(() => watchers.every(({ saved, said }) => saved === said), {
    timeout: 30_000,
    interval: 20,
  })
  console.log(
    `5,000 sockets: ${resident.toFixed(0)} MB resident, stopped in ${stopped.toFixed(0)} ms, back in ${back.toFixed(0)} ms`,
  )
})
