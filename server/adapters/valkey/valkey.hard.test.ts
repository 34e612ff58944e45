import { endpoints } from '#contract/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makePlayable, openSocket, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { hasValkey, joinCluster, openValkeyServer } from '#test/services/valkey.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { createSharedCounts, openValkey } from './index.ts'

const log = createLogger('silent', 'test')

describe.skipIf(!hasValkey)('two servers with valkey-server or redis-server', () => {
  let valkey: Awaited<ReturnType<typeof openValkeyServer>>
  let app: TestApp
  let second: string
  const notified: string[] = []
  beforeAll(async () => {
    valkey = await openValkeyServer()
    app = await openTestApp({ env: { VALKEY_URL: valkey.url, RATE_LIMITS: 'on' } })
    second = await app.another()
    const listener = new pg.Client({ connectionString: app.url })
    await listener.connect()
    await listener.query('listen member_notices')
    // The database is dropped with the connection.
    listener.on('error', () => {})
    listener.on('notification', ({ payload }) => notified.push(payload ?? ''))
    await vi.waitUntil(isConnected, { timeout: 20_000 })
    return () => listener.end()
  })
  afterAll(async () => {
    await app?.close()
    await valkey?.close()
  })

  const isConnected = async () =>
    /^hanpyeon_valkey_connected 1$/m.test(await app.server.metrics.read())

  it('brings progress to the page at the other server without a NOTIFY', async () => {
    const member = await makeMember(app)
    const [episode_id = 0] = await makePlayable(app, [{}])
    const other = await openSocket(second, member)
    notified.length = 0
    await watch(app, member, episode_id, 30)
    expect(await other.next('progress')).toMatchObject({ episode_id, progress: 30 })
    expect(notified).toEqual([])
  })

  it('counts the calls of a member at both servers together', async () => {
    const member = await makeMember(app)
    const callAt = async (origin: string) => {
      const { status } = await fetch(origin + endpoints.watch_history.listContinueWatching.path, {
        headers: { cookie: member.cookie },
      })
      return status
    }
    const statuses = await Promise.all(
      Array.from({ length: 400 }, (_, at) => callAt(at % 2 ? second : app.origin)),
    )
    // Making the member took some of the 300.
    const admitted = statuses.filter((status) => status === 200).length
    expect(admitted).toBeGreaterThan(280)
    expect(admitted).toBeLessThanOrEqual(300)
    expect(statuses.filter((status) => status === 429)).toHaveLength(400 - admitted)
  })

  for (const [name, stop, restart] of [
    ['frozen', () => valkey.freeze(), () => valkey.thaw()],
    ['killed', () => valkey.kill(), () => valkey.start()],
  ] as const)
    it(`answers and notifies while Valkey is ${name}, and uses it again within 5 s`, async () => {
      const member = await makeMember(app)
      const [episode_id = 0] = await makePlayable(app, [{}])
      const other = await openSocket(second, member)
      await stop()
      await expect.poll(isConnected, { timeout: 5_000 }).toBe(false)
      const startedAt = performance.now()
      await watch(app, member, episode_id, 40)
      expect(await other.next('progress')).toMatchObject({ episode_id, progress: 40 })
      expect(performance.now() - startedAt).toBeLessThan(5_000)
      await restart()
      await expect.poll(isConnected, { timeout: 5_000 }).toBe(true)
      // The page connects again, because it may have missed notices.
      expect(await other.closed).toBe(1012)
      const again = await openSocket(second, member)
      notified.length = 0
      await watch(app, member, episode_id, 50)
      expect(await again.next('progress')).toMatchObject({ episode_id, progress: 50 })
      expect(notified).toEqual([])
    })
})

test.skipIf(!hasValkey)('works with a cluster of valkey-server or redis-server', async () => {
  const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000']
  const nodes = await Promise.all([0, 1, 2].map(() => openValkeyServer(...options)))
  onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.close()))))
  await joinCluster(nodes.map(({ port }) => port))
  const [a, b] = [0, 1].map(() => openValkey(`${nodes[0]!.url}?cluster=on`, log))
  onTestFinished(async () => void (await Promise.all([a!.stop(), b!.stop()])))
  await expect.poll(() => a!.isConnected() && b!.isConnected(), { timeout: 10_000 }).toBe(true)
  const received: string[] = []
  const channels = Array.from({ length: 30 }, (_, at) => `member:{${at}}`)
  for (const channel of channels) b!.subscribe(channel, (message) => received.push(message))
  const publish = () =>
    Promise.all(channels.map((channel) => a!.command(channel, ['SPUBLISH', channel, channel])))
  await expect
    .poll(async () => {
      await publish()
      return new Set(received).size
    })
    .toBe(30)
  const counts = createSharedCounts(a!)
  const limit = { times: 3, seconds: 60 }
  const spent = []
  for (let at = 0; at < 5; at++) spent.push(await counts.spend('key', 1, limit))
  expect(spent.slice(0, 3)).toEqual([0, 0, 0])
  expect(spent[3]).toBeGreaterThan(58)
  const viewers = (from: number, networks: number) =>
    Array.from({ length: 1_000 }, (_, at) => ({ viewer_key: -(from + at), network: at % networks }))
  const first = await counts.countViewers('day episode 1', viewers(1, 1_000), 5)
  expect(first).toBeGreaterThan(970)
  expect(first).toBeLessThan(1_030)
  expect(await counts.countViewers('day episode 1', viewers(1, 1_000), 5)).toBe(0)
  // Five of each network.
  expect(await counts.countViewers('day episode 2', viewers(1, 2), 5)).toBe(10)
})
