import { endpoints } from '#contract/index.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { createLogger } from '#server/shared/logger.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createSearchIndexClient,
  maxQueuedQueries,
  type SearchIndexClient,
} from './index-client.ts'

let world: TestApp
beforeAll(async () => {
  world = await openTestApp()
})
afterAll(() => world?.close())

const log = createLogger('silent', 'test')
const question = {
  q: '호박',
  type: 'all',
  enough: 100,
  limit: 5,
  offset: 0,
  shape: 'suggest',
} as const

async function found(
  names: SearchIndexClient,
  asked: Parameters<SearchIndexClient['query']>[0] = question,
) {
  return endpoints.search.suggest.answer.parse(JSON.parse((await names.query(asked)).toString()))
}

test('a question waits for the index, and what is told of is in before it is said to be fresh', async () => {
  const { id } = await makeSeries(world, { title: '호박' })
  let fresh = Promise.withResolvers<void>()
  const names = createSearchIndexClient({ url: world.url, log, onFresh: () => fresh.resolve() })
  try {
    expect(await found(names)).toMatchObject({ count: 1, results: [{ series: { id } }] })
    await fresh.promise
    fresh = Promise.withResolvers()
    await world.pool.query('update series set is_hidden = true where id = $1', [id])
    names.invalidate(['catalogue'])
    await fresh.promise
    expect(await found(names)).toMatchObject({ count: 0 })
  } finally {
    await names.stop()
  }
})

test('a connection that breaks is another one a moment later', async () => {
  const names = createSearchIndexClient({ url: world.url, log, onFresh: () => fresh.resolve() })
  let fresh = Promise.withResolvers<void>()
  try {
    names.start()
    await fresh.promise
    await world.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hanpyeon search'`,
    )
    const { id } = await makeSeries(world, { title: '참외' })
    fresh = Promise.withResolvers()
    names.invalidate(['catalogue'])
    await fresh.promise
    expect(await found(names, { ...question, q: '참외' })).toMatchObject({
      results: [{ series: { id } }],
    })
  } finally {
    await names.stop()
  }
})

test('so many wait for an index that is not there, and who comes after them is told to come again', async () => {
  const names = createSearchIndexClient({
    url: 'postgres://nobody@127.0.0.1:9/none',
    log,
    onFresh: () => {},
  })
  try {
    const waiting = Array.from({ length: maxQueuedQueries }, () => names.query(question))
    const all = Promise.allSettled(waiting)
    const late = names.query(question).catch((error: unknown) => error)
    // Those before it have not been answered yet.
    expect(await Promise.race([late, all])).toMatchObject({
      ...{ code: 'service_unavailable', retry_after: 2 },
    })
    await names.stop()
    expect((await all).every(({ status }) => status === 'rejected')).toBe(true)
  } finally {
    await names.stop()
  }
})

test('one that is still building ends at once, whatever it waits for', async () => {
  const sockets: Socket[] = []
  // Takes connections, and never says a word.
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const names = createSearchIndexClient({
    url: `postgres://x@127.0.0.1:${port}/x`,
    log,
    onFresh: () => {},
  })
  try {
    names.start()
    await once(silent, 'connection')
    const began = performance.now()
    await names.stop()
    expect(performance.now() - began).toBeLessThan(1_500)
  } finally {
    for (const socket of sockets) socket.destroy()
    silent.close()
  }
})

test('without a database it is 503 and not for ever', async () => {
  const names = createSearchIndexClient({
    url: 'postgres://nobody@127.0.0.1:9/none',
    log,
    onFresh: () => {},
  })
  const asked = names.query(question)
  await names.stop()
  await expect(asked).rejects.toMatchObject({ code: 'service_unavailable', retry_after: 2 })
})
