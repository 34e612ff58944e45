import { endpoints } from '#contract/index.ts'
import { watchSocketPath } from '#contract/core/sockets.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makePlayable, openSocket } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let episode_id = 0
beforeAll(async () => {
  app = await openTestApp({ env: { RATE_LIMITS: 'on' } })
  ;[episode_id = 0] = await makePlayable(app, [{}])
})
afterAll(() => app.close())

/** Requests a WebSocket upgrade with arbitrary headers. @returns status and code of the error. */
function upgradeErrorOf(headers: Record<string, string>, path: string = watchSocketPath) {
  return new Promise<[number, string]>((resolve, reject) => {
    const upgradeRequest = request(app.origin + path, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    })
    upgradeRequest.on('error', reject).on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve([101, ''])
    })
    upgradeRequest.on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () =>
        resolve([response.statusCode ?? 0, (JSON.parse(text) as { code: string }).code]),
      )
    })
    upgradeRequest.end()
  })
}

test('opens for a signed-in member from the same origin, and rejects others with a problem', async () => {
  const { cookie, profile_id } = await makeMember(app)
  const { origin } = app
  const foreignOrigin = [403, 'cross_origin_request']
  expect(await upgradeErrorOf({ cookie })).toEqual(foreignOrigin)
  expect(await upgradeErrorOf({ cookie, origin: 'https://evil.example' })).toEqual(foreignOrigin)
  expect(await upgradeErrorOf({ cookie, origin, 'sec-fetch-site': 'cross-site' })).toEqual(
    foreignOrigin,
  )
  expect(await upgradeErrorOf({ cookie, origin, host: 'evil.example' })).toEqual(foreignOrigin)
  for (const none of ['', 'sid=x', `sid=${'A'.repeat(43)}`])
    expect(await upgradeErrorOf({ cookie: none, origin })).toEqual([401, 'authentication_required'])
  expect(await upgradeErrorOf({ cookie, origin }, '/ws/other/')).toEqual([404, 'not_found'])
  expect(await upgradeErrorOf({ cookie, origin }, '/ws/watch-history')).toEqual([101, ''])
  const ofProfile = (profile: number) =>
    upgradeErrorOf({ cookie, origin }, `${watchSocketPath}?profile=${profile}`)
  expect(await ofProfile(profile_id)).toEqual([101, ''])
  expect(await ofProfile(profile_id + 1)).toEqual([409, 'profile_required'])
})

test('responds to invalid or forbidden progress with a problem code and stays open', async () => {
  const member = await makeMember(app)
  const [paid = 0, hidden = 0, adult = 0] = [
    ...(await makePlayable(app, [{ is_free: false, price: 900 }])),
    ...(await makePlayable(app, [{ is_hidden: true }])),
    ...(await makePlayable(app, [{ series: { age_rating: '19' } }])),
  ]
  const socket = await openSocket(app.origin, member)
  const { socket: client } = socket
  const invalidMessages: [string | Buffer, string][] = [
    ['', 'malformed_body'],
    ['{', 'malformed_body'],
    [Buffer.from(JSON.stringify({ episode_id, progress: 1 })), 'malformed_body'],
    ['[]', 'invalid_request'],
    ['null', 'invalid_request'],
    [JSON.stringify({ episode_id, progress: -1 }), 'invalid_request'],
    [JSON.stringify({ episode_id, progress: 1.5 }), 'invalid_request'],
    [JSON.stringify({ episode_id: `${episode_id}`, progress: 1 }), 'invalid_request'],
    [JSON.stringify({ episode_id, progress: 1, more: 1 }), 'invalid_request'],
    [JSON.stringify({ episode_id, progress: 1_011 }), 'invalid_request'],
    [JSON.stringify({ episode_id: 2_147_483_647, progress: 1 }), 'not_found'],
    [JSON.stringify({ episode_id: hidden, progress: 1 }), 'not_found'],
    [JSON.stringify({ episode_id: paid, progress: 1 }), 'purchase_required'],
    [JSON.stringify({ episode_id: adult, progress: 1 }), 'adult_verification_required'],
  ]
  for (const [data, code] of invalidMessages) {
    client.send(data, { binary: data instanceof Buffer })
    const message = await socket.next('error')
    expect(message, String(data)).toMatchObject({ code })
    expect(message.detail).toMatch(/[가-힣]/)
  }
  expect(await socket.save({ episode_id, progress: 12 })).toMatchObject({ progress: 12 })
})

test('closes with 1009 above 1 KiB, and warns of too many messages before it closes with 1008', async () => {
  const oversized = await openSocket(app.origin, await makeMember(app))
  oversized.socket.send('x'.repeat(1_025))
  expect(await oversized.closed).toBe(1009)
  const flooding = await openSocket(app.origin, await makeMember(app))
  for (let progress = 0; progress < 41; progress++) flooding.send({ episode_id, progress })
  expect(await flooding.next('error')).toMatchObject({ code: 'rate_limited' })
  expect(await flooding.closed).toBe(1008)
})

test.each(['ping', 'pong'] as const)('closes with 1008 after a flood of %ss', async (frame) => {
  const flooding = await openSocket(app.origin, await makeMember(app))
  for (let count = 0; count < 60; count++) flooding.socket[frame]()
  expect(await flooding.closed).toBe(1008)
})

test('destroys the connection of a client that goes on after the close', async () => {
  const flooding = await openSocket(app.origin, await makeMember(app))
  for (let count = 0; count < 200; count++) flooding.socket.pong()
  expect([1006, 1008]).toContain(await flooding.closed)
  await expect.poll(() => flooding.socket.readyState).toBe(flooding.socket.CLOSED)
})

test('allows a member five sockets at a time', async () => {
  const member = await makeMember(app)
  const { origin } = app
  const sockets = await Promise.all([1, 2, 3, 4, 5].map(() => openSocket(origin, member)))
  const openSixth = () => upgradeErrorOf({ cookie: member.cookie, origin })
  expect(await openSixth()).toEqual([429, 'rate_limited'])
  sockets[0]?.socket.close()
  await expect.poll(openSixth).toEqual([101, ''])
})

test('closes sockets of an ended session in every process', async () => {
  const member = await makeMember(app)
  const remote = await openSocket(await app.another(), member)
  const local = await openSocket(app.origin, member)
  await member.call(endpoints.accounts.signOut, {})
  expect(await Promise.all([local.closed, remote.closed])).toEqual([4401, 4401])
})

test('sends progress to the other sockets of the member only', async () => {
  const member = await makeMember(app)
  const [first, second, outsider] = await Promise.all([
    openSocket(app.origin, member),
    openSocket(await app.another(), member),
    makeMember(app).then((other) => openSocket(app.origin, other)),
  ])
  await first.save({ episode_id, progress: 33 })
  expect(await second.next('progress')).toEqual({
    type: 'progress',
    episode_id,
    progress: 33,
    is_completed: false,
  })
  await second.save({ episode_id, progress: 34 })
  expect(await first.next('progress')).toMatchObject({ progress: 34 })
  expect(outsider.received).toEqual([])
  expect(first.received.map(({ type }) => type)).toEqual(['saved', 'progress'])
})

test('saves and acknowledges pending progress on shutdown, then closes with 1012', async () => {
  const stopped = await openTestAppForTest()
  const member = await makeMember(stopped)
  const [episode = 0] = await makePlayable(stopped, [{}])
  const socket = await openSocket(stopped.origin, member)
  // The first is saved at once; the second waits for the write interval.
  await socket.save({ episode_id: episode, progress: 50 })
  socket.send({ episode_id: episode, progress: 55 })
  // The pong arrives after the message before it was handled.
  await new Promise((resolve) => {
    socket.socket.once('pong', resolve)
    socket.socket.ping()
  })
  const after = await stopped.another()
  const closing = stopped.server.close()
  expect(await socket.closed).toBe(1012)
  expect(socket.received.at(-1)).toMatchObject({ type: 'saved', progress: 55 })
  await closing
  const response = await fetch(`${after}/api/contents/histories/me/`, {
    headers: { cookie: member.cookie },
  })
  expect(await response.json()).toMatchObject({ count: 1, results: [{ progress: 55 }] })
})

test('closes a socket that does not read', async () => {
  const member = await makeMember(app)
  const before = app.server.sockets.count
  const { socket, closed } = await openSocket(app.origin, member)
  expect(app.server.sockets.count).toBe(before + 1)
  socket.pause()
  // Exceeds the socket buffers of both kernels.
  await app.pool.query(
    `select pg_notify('member_notices', (
       select string_agg(format('%s watch_progress [%s,0,%s,%s,0]', $1::int, $2::int, notice, at), e'\\n')
       from generate_series(1, 150) as at))
     from generate_series(1, 1500) as notice`,
    [member.id, member.profile_id],
  )
  await expect.poll(() => app.server.sockets.count).toBe(before)
  socket.resume()
  expect(await closed).toBe(1006)
})
