import { once } from 'node:events'
import { connect } from 'node:http2'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '#test/processes/free-port.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import {
  requestKey,
  siblingUrl,
  openFilmApp,
  readOffers,
  readVideo,
  signInElsewhere,
  statusOf,
  takeStream,
  type Viewer,
} from '#test/fixtures/sold-film.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { noNginx, openAppBehindTls, startNginx } from './start-nginx.ts'

vi.setConfig({ testTimeout: 120_000 })

test('refuses a flood from one address with a page in Korean', async (context) => {
  if (noNginx) return context.skip(noNginx)
  const app = await openTestAppForTest()
  const nginx = await startNginx([app.origin, await app.another()])
  const statuses = new Map<number, number>()
  let refused: Response | undefined
  const began = performance.now()
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      for (let time = 0; time < 60; time++) {
        const answer = await fetch(`${nginx.origin}/healthz`)
        if (answer.status === 429) refused = answer
        else await answer.arrayBuffer()
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      }
    }),
  )
  const passed = 400 + (performance.now() - began) / 10
  expect(statuses.get(200)).toBeLessThanOrEqual(passed + 10)
  expect(statuses.get(200)).toBeGreaterThanOrEqual(400)
  expect((statuses.get(200) ?? 0) + (statuses.get(429) ?? 0)).toBe(2_400)
  expect(refused?.headers.get('retry-after')).toBe('5')
  expect(await refused?.text()).toContain('요청이 너무 많아요')
})

test('caches films once, checks every request, and never caches keys', async (context) => {
  if (noNginx) return context.skip(noNginx)
  const films = await openFilmApp()
  onTestFinished(() => films.close())
  const { app } = films
  const free = await films.encode({})
  const sold = await films.encode({ is_free: false, price: 1_500, in_subscription: false })
  const nginx = await startNginx([app.origin, await app.another()])
  /** A viewer whose requests go through nginx. */
  const through = (cookie?: string): Viewer => ({
    call: app.call,
    fetch: (path, init) =>
      fetch(nginx.origin + path, {
        ...init,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...init?.headers,
          ...(cookie ? { cookie } : {}),
        },
      }),
  })
  const visitor = through()
  const get = visitor.fetch

  const video = await readVideo(app, free)
  const segment = siblingUrl(video.manifest_url, 'v108/init.mp4')
  expect((await get(video.manifest_url)).status).toBe(200)
  // nginx checks each request before its cache; caches after it cannot.
  expect((await get(segment)).headers.get('cache-control')).toMatch(/^private/)
  const part = await get(segment, { headers: { range: 'bytes=4-7' } })
  expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
  expect((await get(segment.replace('/media/', '/media/x'))).status).toBe(403)

  const [buyer, other] = [await makeMember(app), await makeMember(app)]
  await buyByCard(app, buyer, sold.episode_id)
  const main = (await readVideo(buyer, sold)).manifest_url
  const player = through(buyer.cookie)
  const init = 'v108/init.mp4'
  const paid = 'v108/1/00001.m4s'
  for (const name of ['main.m3u8', 'v108/index.m3u8', init, 'v108/0/00000.m4s'])
    expect([name, await statusOf(player, main, name)]).toEqual([name, 200])
  expect(await statusOf(player, main, paid)).toBe(409)
  const key = await requestKey(player, main)
  expect([key.status, key.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await statusOf(player, main, paid)).toBe(200)
  expect((await requestKey(player, main, { method: 'HEAD' })).status).toBe(405)
  expect((await requestKey(through(other.cookie), main)).status).toBe(403)
  expect((await requestKey(visitor, main)).status).toBe(401)
  // The preview token opens period 0 only, although the rest is cached.
  const preview = (await readOffers(other, sold))!.preview!.manifest_url
  expect((await get(preview)).status).toBe(200)
  expect(await statusOf(visitor, preview, 'v108/0/00000.m4s')).toBe(200)
  for (const name of [paid, 'v108/index.m3u8', 'main.m3u8'])
    expect([name, await statusOf(visitor, preview, name)]).toEqual([name, 403])
  expect((await requestKey(player, preview)).status).toBe(403)

  const before = await nginx.countCachedFilms()
  expect(before).toBeGreaterThan(0)
  // It is cached now, and neither a forged nor an expired token opens it.
  const made_up = siblingUrl(main, init).replace(
    /^\/media\/[^/]+/,
    video.manifest_url.match(/^\/media\/[^/]+/)![0],
  )
  const refused = await get(made_up)
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    ...[403, 'forbidden'],
  ])
  // Another session of the member takes over the slot.
  const elsewhere = await signInElsewhere(app, buyer)
  const [slot] = (
    await app.pool.query<{ id: number }>('select id from active_streams where member_id = $1', [
      buyer.id,
    ])
  ).rows
  await takeStream(elsewhere, sold, 'two', { take_over: slot!.id })
  app.clock.advance(10_000)
  expect(await statusOf(player, main, paid)).toBe(409)
  await app.pool.query('delete from sessions where member_id = $1', [buyer.id])
  app.clock.advance(10_000)
  for (const name of [init, paid]) expect(await statusOf(player, main, name)).toBe(403)

  // A withdrawn film is refused by both servers once they are notified, and stays in the cache.
  const change = (what: string) =>
    app.pool.query(`update episodes set ${what} where id = $1`, [free.episode_id])
  const rate = (rating: string) =>
    app.pool.query(
      'update series set age_rating = $2 where id = (select series_id from episodes where id = $1)',
      [free.episode_id, rating],
    )
  const account_deletion_surveys: [() => Promise<unknown>, () => Promise<unknown>][] = [
    [() => change('is_hidden = true'), () => change('is_hidden = false')],
    [() => rate('19'), () => rate('ALL')],
    [() => change('is_free = false, price = 900'), () => change('is_free = true, price = 0')],
  ]
  const statuses = async () =>
    (await Promise.all(Array.from({ length: 8 }, () => get(segment)))).map(({ status }) => status)
  for (const [withdraw, restore] of account_deletion_surveys) {
    await expect.poll(statuses).toEqual(Array(8).fill(200))
    await withdraw()
    await expect.poll(statuses).toEqual(Array(8).fill(403))
    await restore()
  }
  await expect.poll(statuses).toEqual(Array(8).fill(200))

  app.clock.advance(13 * 3_600_000)
  expect((await get(segment)).status).toBe(403)
  expect(await nginx.countCachedFilms()).toBe(before)
  expect((await get(`/media-auth${segment}`)).status).toBe(404)
  expect((await get('/metrics')).status).toBe(404)

  const socket = new WebSocket(`${nginx.origin.replace('http', 'ws')}/ws/watch-history/`, {
    headers: { cookie: other.cookie, origin: app.config.site_url },
  })
  await once(socket, 'open')
  socket.close()
  const log = await nginx.log()
  expect(log).toContain('"cache":"HIT"')
  expect(log).not.toContain(video.manifest_url.split('/')[2])
})

test('serves a Korean error page with 503 if no server answers', async (context) => {
  if (noNginx) return context.skip(noNginx)
  const unusedOrigin = async () => `http://127.0.0.1:${await freePort()}`
  const { origin } = await startNginx([await unusedOrigin(), await unusedOrigin()])
  const answer = await fetch(`${origin}/series/1`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    503,
    'text/html; charset=utf-8',
  ])
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const page = await answer.text()
  expect(page).toContain('<h1>잠시 숨을 고르고 있어요</h1>')
  expect(page).toContain('<a href="">다시 시도</a>')
  expect(page).not.toContain('nginx')
})

test('serves HTTP/2, secure cookies, the client address and sockets over TLS', async (context) => {
  if (noNginx) return context.skip(noNginx)
  const { app, ports, site_url } = await openAppBehindTls()
  const nginx = await startNginx([app.origin, await app.another()], ports)
  const redirect = await fetch(`${nginx.plain}/search?query=a`, { redirect: 'manual' })
  expect([redirect.status, redirect.headers.get('location')]).toEqual([
    301,
    'https://127.0.0.1/search?query=a',
  ])

  const session = connect(nginx.origin, { ca: nginx.ca })
  // nginx may close before the session does.
  session.on('error', () => {})
  onTestFinished(() => session.close())
  await once(session, 'connect')
  expect(session.alpnProtocol).toBe('h2')
  const send = async (path: string, headers: Record<string, string | string[]>, body = '') => {
    const stream = session.request(
      { ':path': path, 'sec-fetch-site': 'same-origin', ...headers },
      { endStream: body === '' },
    )
    if (body) stream.end(body)
    const [answer] = (await once(stream, 'response')) as [Record<string, string | string[]>]
    let text = ''
    for await (const piece of stream.setEncoding('utf8')) text += piece
    return {
      ...answer,
      status: Number(answer[':status']),
      text,
      cookies: answer['set-cookie'] ?? [],
    }
  }
  const { email, password } = await makeMember(app)
  const signedIn = await send(
    '/api/accounts/login/',
    // A forged X-Forwarded-For is ignored: the client is the address that nginx sees.
    {
      ':method': 'POST',
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.9',
    },
    JSON.stringify({ email, password }),
  )
  expect(signedIn.status, signedIn.text).toBe(200)
  expect(signedIn).toHaveProperty(
    ['strict-transport-security'],
    expect.stringMatching(/^max-age=\d{8}/),
  )
  const [sessionCookie = ''] = [signedIn.cookies]
    .flat()
    .filter((cookie) => cookie.startsWith('__Host-sid='))
  expect(sessionCookie).toMatch(/; HttpOnly; Secure/)
  // Over HTTP/2 browsers send each cookie in a separate header field.
  const cookies = ['theme=dark', sessionCookie.replace(/;.*/s, ''), 'has_session=1']
  const { text } = await send('/api/accounts/sessions/', { cookie: cookies })
  const { results } = JSON.parse(text) as { results: { is_current: boolean; address: string }[] }
  expect(results.find(({ is_current }) => is_current)?.address).toBe('127.0.0.1')

  const socketUrl = `${nginx.origin.replace('https', 'wss')}/ws/watch-history/`
  const cookie = cookies.join('; ')
  const socket = new WebSocket(socketUrl, { ca: nginx.ca, headers: { cookie, origin: site_url } })
  await once(socket, 'open')
  socket.ping()
  await once(socket, 'pong')
  socket.close()
  const foreign = new WebSocket(socketUrl, {
    ca: nginx.ca,
    headers: { cookie, origin: 'https://e.example' },
  })
  const [error] = (await once(foreign, 'error')) as [Error]
  expect(error.message).toContain('403')
})
