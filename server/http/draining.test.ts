import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makePlayable, openSocket } from '#test/fixtures/watch-history.ts'
import { type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

/** Asks over connections that are kept open, as whatever spreads requests does. */
function keptOpen(origin: string) {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  return async (path: string) => {
    const asking = request(origin + path, { agent }).end()
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return { status: response.statusCode, connection: response.headers.connection }
  }
}

test('one that is about to stop says so, serves on, and keeps no connection', async () => {
  const world = await openTestAppForTest()
  const ask = keptOpen(world.origin)
  const path = endpoints.contents.listSeries.path
  expect(await ask('/readyz')).toEqual({ status: 200, connection: 'keep-alive' })
  expect(await ask(path)).toEqual({ status: 200, connection: 'keep-alive' })
  world.house.drain()
  expect(await ask('/readyz')).toEqual({ status: 503, connection: 'close' })
  expect((await world.fetch('/healthz')).status).toBe(200)
  // Prepared, a call, a refusal, a file.
  expect(await ask(path)).toEqual({ status: 200, connection: 'close' })
  expect(await ask('/api/contents/episodes/?limit=7')).toEqual({ status: 200, connection: 'close' })
  expect(await ask('/api/contents/episodes/99/')).toEqual({ status: 404, connection: 'close' })
  expect(await ask('/images/no/one.webp')).toEqual({ status: 404, connection: 'close' })
})

test('what is under way when it stops is answered, over a connection that is then closed', async () => {
  const world = await openTestAppForTest()
  const member = await makeMember(world)
  const [episode_id = 0] = await makePlayable(world, [{}])
  const socket = await openSocket(world.origin, member)
  const ask = keptOpen(world.origin)
  await ask('/healthz')
  // Begun before the end is told of, and said to its end after it.
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const body = JSON.stringify({ episode_id, progress: 20 })
  const saving = request(world.origin + endpoints.watching.saveProgress.path, {
    ...{ method: 'POST', agent },
    headers: {
      ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      ...{ 'sec-fetch-site': 'same-origin', cookie: member.cookie },
    },
  })
  saving.write(body.slice(0, 10))
  await world.fetch('/healthz')
  world.house.drain()
  const closing = world.house.close()
  expect(await socket.closed).toBe(1012)
  // Nobody new is let in.
  await expect(ask('/healthz')).rejects.toThrow()
  saving.end(body.slice(10))
  const [response] = (await once(saving, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  response.resume()
  await once(response, 'close')
  await closing
  const after = await worldHistory(world, member.id)
  expect(after).toBe(20)
})

/** By a connection of its own: the world's have been closed. */
async function worldHistory(world: TestApp, member_id: number) {
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  const { rows } = await client.query<{ progress: number }>(
    'select progress from histories where member_id = $1',
    [member_id],
  )
  await client.end()
  return rows[0]?.progress
}
