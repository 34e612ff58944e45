import { endpoints } from '#contract/index.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { createLogger } from '#server/shared/logger.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  createSearchIndexClient,
  maxQueuedQueries,
  type SearchIndexClient,
} from './index-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app?.close())

const log = createLogger('silent', 'test')
const defaultQuery = {
  q: '호박',
  type: 'all',
  max_matches: 100,
  limit: 5,
  offset: 0,
  shape: 'suggest',
} as const

async function runQuery(
  client: SearchIndexClient,
  query: Parameters<SearchIndexClient['query']>[0] = defaultQuery,
) {
  return endpoints.search.suggest.response.parse(JSON.parse((await client.query(query)).toString()))
}

test('queues a query until the index is loaded, and includes notified edits before onFresh', async () => {
  const { id } = await makeSeries(app, { title: '호박' })
  let fresh = Promise.withResolvers<void>()
  const client = createSearchIndexClient({
    url: app.url,
    log,
    onFresh: () => fresh.resolve(),
    max_wait_ms: 60_000,
  })
  try {
    expect(await runQuery(client)).toMatchObject({ count: 1, results: [{ series: { id } }] })
    await fresh.promise
    fresh = Promise.withResolvers()
    await app.pool.query('update series set is_hidden = true where id = $1', [id])
    client.invalidate(['catalogue'])
    await fresh.promise
    expect(await runQuery(client)).toMatchObject({ count: 0 })
  } finally {
    await client.stop()
  }
})

test('reconnects after its connections are terminated', async () => {
  const client = createSearchIndexClient({ url: app.url, log, onFresh: () => fresh.resolve() })
  let fresh = Promise.withResolvers<void>()
  try {
    client.start()
    await fresh.promise
    await app.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hanpyeon search'`,
    )
    const { id } = await makeSeries(app, { title: '참외' })
    fresh = Promise.withResolvers()
    client.invalidate(['catalogue'])
    await fresh.promise
    expect(await runQuery(client, { ...defaultQuery, q: '참외' })).toMatchObject({
      results: [{ series: { id } }],
    })
  } finally {
    await client.stop()
  }
})

test('refuses a query with retry_after when too many are queued', async () => {
  const client = createSearchIndexClient({
    url: 'postgres://nobody@127.0.0.1:9/none',
    log,
    onFresh: () => {},
  })
  try {
    const waiting = Array.from({ length: maxQueuedQueries }, () => client.query(defaultQuery))
    const all = Promise.allSettled(waiting)
    const late = client.query(defaultQuery).catch((error: unknown) => error)
    // The queued queries are still pending.
    expect(await Promise.race([late, all])).toMatchObject({
      code: 'service_unavailable',
      retry_after: 2,
    })
    await client.stop()
    expect((await all).every(({ status }) => status === 'rejected')).toBe(true)
  } finally {
    await client.stop()
  }
})

test('stops at once while the index is being loaded', async () => {
  const sockets: Socket[] = []
  // Accepts connections and never responds.
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const client = createSearchIndexClient({
    url: `postgres://x@127.0.0.1:${port}/x`,
    log,
    onFresh: () => {},
  })
  try {
    client.start()
    await once(silent, 'connection')
    // Stops the time after which a worker that does not react is killed.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await expect(client.stop()).resolves.toBeUndefined()
  } finally {
    vi.useRealTimers()
    for (const socket of sockets) socket.destroy()
    silent.close()
  }
})

test('rejects pending queries with 503 on stop if there is no database', async () => {
  const client = createSearchIndexClient({
    url: 'postgres://nobody@127.0.0.1:9/none',
    log,
    onFresh: () => {},
  })
  const query = client.query(defaultQuery)
  await client.stop()
  await expect(query).rejects.toMatchObject({ code: 'service_unavailable', retry_after: 2 })
})
