import { endpoints } from '#contract/index.ts'
import { watchSocketPath } from '#contract/contents/watch-history.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makePlayable, openSocket } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let world: TestApp
let episode_id = 0
beforeAll(async () => {
  world = await openTestApp({ env: { RATE_LIMITS: 'on' } })
  ;[episode_id = 0] = await makePlayable(world, [{}])
})
afterAll(() => world.close())

/** Asks for a socket as no browser of ours would. @returns the status and code of the refusal. */
function refusalOf(headers: Record<string, string>, path: string = watchSocketPath) {
  return new Promise<[number, string]>((resolve, reject) => {
    const asked = request(world.origin + path, {
      headers: {
        ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
        ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', ...headers },
      },
    })
    asked.on('error', reject).on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve([101, ''])
    })
    asked.on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () =>
        resolve([response.statusCode ?? 0, (JSON.parse(text) as { code: string }).code]),
      )
    })
    asked.end()
  })
}

test('opens to a member from our own page, and says to all others why not', async () => {
  const { cookie } = await makeMember(world)
  const { origin } = world
  const foreign = [403, 'foreign_origin']
  expect(await refusalOf({ cookie })).toEqual(foreign)
  expect(await refusalOf({ cookie, origin: 'https://evil.example' })).toEqual(foreign)
  expect(await refusalOf({ cookie, origin, 'sec-fetch-site': 'cross-site' })).toEqual(foreign)
  expect(await refusalOf({ cookie, origin, host: 'evil.example' })).toEqual(foreign)
  for (const none of ['', 'sid=x', `sid=${'A'.repeat(43)}`])
    expect(await refusalOf({ cookie: none, origin })).toEqual([401, 'authentication_required'])
  expect(await refusalOf({ cookie, origin }, '/ws/other/')).toEqual([404, 'not_found'])
  expect(await refusalOf({ cookie, origin }, '/ws/watch-history')).toEqual([101, ''])
})

test('what is out of form or out of reach is told by a code, and the socket lives on', async () => {
  const member = await makeMember(world)
  const [paid = 0, hidden = 0, adult = 0] = [
    ...(await makePlayable(world, [{ is_free: false, price: 900 }])),
    ...(await makePlayable(world, [{ is_hidden: true }])),
    ...(await makePlayable(world, [{ series: { age_rating: '19' } }])),
  ]
  const socket = await openSocket(world.origin, member)
  const { socket: line } = socket
  const junk: [string | Buffer, string][] = [
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
  for (const [said, code] of junk) {
    line.send(said, { binary: said instanceof Buffer })
    const answer = await socket.next('error')
    expect(answer, String(said)).toMatchObject({ code })
    expect(answer.detail).toMatch(/[가-힣]/)
  }
  expect(await socket.save({ episode_id, progress: 12 })).toMatchObject({ progress: 12 })
})

test('more than 1 KiB closes with 1009; too many messages are told, then close with 1008', async () => {
  const big = await openSocket(world.origin, await makeMember(world))
  big.socket.send('x'.repeat(1_025))
  expect(await big.closed).toBe(1009)
  const flood = await openSocket(world.origin, await makeMember(world))
  for (let progress = 0; progress < 41; progress++) flood.say({ episode_id, progress })
  expect(await flood.next('error')).toMatchObject({ code: 'rate_limited' })
  expect(await flood.closed).toBe(1008)
})

test('a member has five sockets, and a place again when one closes', async () => {
  const member = await makeMember(world)
  const { origin } = world
  const open = await Promise.all([1, 2, 3, 4, 5].map(() => openSocket(origin, member)))
  const sixth = () => refusalOf({ cookie: member.cookie, origin })
  expect(await sixth()).toEqual([429, 'rate_limited'])
  open[0]?.socket.close()
  await expect.poll(sixth).toEqual([101, ''])
})

test('ends with its session, in every process', async () => {
  const member = await makeMember(world)
  const elsewhere = await openSocket(await world.another(), member)
  const here = await openSocket(world.origin, member)
  await member.call(endpoints.accounts.logOut, {})
  expect(await Promise.all([here.closed, elsewhere.closed])).toEqual([4401, 4401])
})

test('the other screens of the member hear where he is, and nobody else', async () => {
  const member = await makeMember(world)
  const [one, two, stranger] = await Promise.all([
    openSocket(world.origin, member),
    openSocket(await world.another(), member),
    makeMember(world).then((other) => openSocket(world.origin, other)),
  ])
  await one.save({ episode_id, progress: 33 })
  expect(await two.next('progress')).toEqual({
    ...{ type: 'progress', episode_id, progress: 33, is_completed: false },
  })
  await two.save({ episode_id, progress: 34 })
  expect(await one.next('progress')).toMatchObject({ progress: 34 })
  expect(stranger.heard).toEqual([])
  expect(one.heard.map(({ type }) => type)).toEqual(['saved', 'progress'])
})

test('a graceful stop writes what was said, acknowledges it, and closes with 1012', async () => {
  const stopped = await openTestAppForTest()
  const member = await makeMember(stopped)
  const [episode = 0] = await makePlayable(stopped, [{}])
  const socket = await openSocket(stopped.origin, member)
  // The first is written at once; the second would wait for its second.
  await socket.save({ episode_id: episode, progress: 50 })
  socket.say({ episode_id: episode, progress: 55 })
  // Answered after what was said before it.
  await new Promise((resolve) => {
    socket.socket.once('pong', resolve)
    socket.socket.ping()
  })
  const after = await stopped.another()
  const closing = stopped.house.close()
  expect(await socket.closed).toBe(1012)
  expect(socket.heard.at(-1)).toMatchObject({ type: 'saved', progress: 55 })
  await closing
  const response = await fetch(`${after}/api/contents/histories/me/`, {
    headers: { cookie: member.cookie },
  })
  expect(await response.json()).toMatchObject({ count: 1, results: [{ progress: 55 }] })
})

test('who does not read what he is told is closed, and forgotten', async () => {
  const member = await makeMember(world)
  const before = world.house.sockets.count
  const { socket, closed } = await openSocket(world.origin, member)
  expect(world.house.sockets.count).toBe(before + 1)
  socket.pause()
  // Far more than lies in the buffers of two kernels.
  await world.pool.query(
    `select pg_notify('progress', (
       select string_agg(format('%s,0,%s,%s,0', $1::int, notice, at), ' ') from generate_series(1, 150) as at))
     from generate_series(1, 1500) as notice`,
    [member.id],
  )
  await vi.waitFor(() => expect(world.house.sockets.count).toBe(before), { timeout: 5_000 })
  socket.resume()
  expect(await closed).toBe(1006)
})
