import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makePlayable, openSocket } from '#test/fixtures/watch-history.ts'
import { type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

/** Sends requests over keep-alive connections, like a load balancer. */
function createKeepAliveClient(origin: string) {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  return async (path: string) => {
    const clientRequest = request(origin + path, { agent }).end()
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return { status: response.statusCode, connection: response.headers.connection }
  }
}

test('reports draining, still serves, and closes connections', async () => {
  const app = await openTestAppForTest()
  const send = createKeepAliveClient(app.origin)
  const path = endpoints.contents.listSeries.path
  expect(await send('/readyz')).toEqual({ status: 200, connection: 'keep-alive' })
  expect(await send(path)).toEqual({ status: 200, connection: 'keep-alive' })
  app.server.drain()
  expect(await send('/readyz')).toEqual({ status: 503, connection: 'close' })
  expect((await app.fetch('/healthz')).status).toBe(200)
  // A cached response, an endpoint, an error, a file.
  expect(await send(path)).toEqual({ status: 200, connection: 'close' })
  expect(await send('/api/contents/episodes/?limit=7')).toEqual({
    status: 200,
    connection: 'close',
  })
  expect(await send('/api/contents/episodes/99/')).toEqual({ status: 404, connection: 'close' })
  expect(await send('/images/no/one.webp')).toEqual({ status: 404, connection: 'close' })
})

test('completes a pending request on shutdown and then closes its connection', async () => {
  const app = await openTestAppForTest()
  const member = await makeMember(app)
  const [episode_id = 0] = await makePlayable(app, [{}])
  const socket = await openSocket(app.origin, member)
  const send = createKeepAliveClient(app.origin)
  await send('/healthz')
  // Starts a request before shutdown and finishes it afterwards.
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const body = JSON.stringify({ episode_id, progress: 20 })
  const saveRequest = request(app.origin + endpoints.watch_history.saveProgress.path, {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'sec-fetch-site': 'same-origin',
      cookie: member.cookie,
    },
  })
  saveRequest.write(body.slice(0, 10))
  await app.fetch('/healthz')
  app.server.drain()
  const closing = app.server.close()
  expect(await socket.closed).toBe(1012)
  // New connections are rejected.
  await expect(send('/healthz')).rejects.toThrow()
  saveRequest.end(body.slice(10))
  const [response] = (await once(saveRequest, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  response.resume()
  await once(response, 'close')
  await closing
  const progress = await readProgress(app, member.profile_id)
  expect(progress).toBe(20)
})

/** Opens its own connection: the test app's pool is closed. */
async function readProgress(app: TestApp, profile_id: number) {
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  const { rows } = await client.query<{ progress: number }>(
    'select progress from watch_histories where profile_id = $1',
    [profile_id],
  )
  await client.end()
  return rows[0]?.progress
}
