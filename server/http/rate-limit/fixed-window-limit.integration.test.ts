import { endpoints } from '#contract/index.ts'
import { Problem } from '#contract/problem.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  // Behind a proxy, so that a flood can come from many addresses.
  app = await openTestApp({
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '1', SITE_URL: 'http://localhost:3000' },
  })
})
afterAll(() => app.close())

const agent = new Agent({ keepAlive: true, maxSockets: 50 })
afterAll(() => agent.destroy())

type ReceivedResponse = { status: number; retry_after: string | undefined; text: string }

/** Likes a series from the given client address. */
function like(cookie: string, object_id: number, address: string): Promise<ReceivedResponse> {
  const body = JSON.stringify({ content_type: 'series', object_id })
  return new Promise((resolve, reject) => {
    const likeRequest = request(`${app.origin}${endpoints.watch_history.like.path}`, {
      method: 'POST',
      agent,
      headers: {
        cookie,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'content-length': Buffer.byteLength(body),
        'x-forwarded-for': address,
      },
    })
    likeRequest.on('error', reject).on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, retry_after: headers['retry-after'], text })
      })
    })
    likeRequest.end(body)
  })
}

test('limits a member to 300 calls a minute, and rejected calls cost no queries', async () => {
  const member = await makeMember(app)
  const [episode = 0] = await makeEpisodes(app, [{}])
  const series = await app.db
    .selectFrom('episodes')
    .select('series_id')
    .where('id', '=', episode)
    .executeTakeFirstOrThrow()
  let queryCount = 0
  app.pool.on('acquire', () => queryCount++)
  const responses = await Promise.all(
    Array.from({ length: 2_000 }, (_, at) =>
      like(member.cookie, series.series_id, `10.0.${at >> 8}.${at & 255}`),
    ),
  )
  const accepted = responses.filter(({ status }) => status === 201)
  const rejected = responses.filter(({ status }) => status === 429)
  expect([accepted.length, rejected.length]).toEqual([300, 1_700])
  for (const { retry_after } of rejected) {
    expect(Number(retry_after)).toBeGreaterThan(0)
    expect(Number(retry_after)).toBeLessThanOrEqual(60)
  }
  expect(Problem.parse(JSON.parse(rejected[0]?.text ?? ''))).toMatchObject({ code: 'rate_limited' })
  // An accepted call makes at most four queries; calls in flight at the limit look up a session.
  expect(queryCount).toBeLessThan(300 * 4)
  const { rows } = await app.pool.query('select from likes where profile_id = $1', [
    member.profile_id,
  ])
  expect(rows).toHaveLength(1)
})

test('limits one member across browsers without affecting others', async () => {
  const [busy, quiet] = [await makeMember(app), await makeMember(app)]
  const [episode = 0] = await makeEpisodes(app, [{}])
  const responses = await Promise.all(
    Array.from({ length: 310 }, (_, at) =>
      like(busy.cookie, episode, `10.1.${at >> 8}.${at & 255}`),
    ),
  )
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await quiet.fetch('/api/accounts/me/')).status).toBe(200)
  const login = { email: busy.email, password: busy.password }
  const response = await app.fetch('/api/accounts/login/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await app.fetch('/api/accounts/me/', { headers: { cookie } })).status).toBe(429)
  // Cached public responses are not limited.
  expect((await app.fetch('/api/contents/categories/', { headers: { cookie } })).status).toBe(200)
})

test('counts search pages as searches, and no other pages', async () => {
  const from = (address: string, path: string) =>
    app.fetch(path, { headers: { 'x-forwarded-for': address } }).then(({ status }) => status)
  // From another address: loads the search index, which rejects searches until it is ready.
  await expect.poll(() => from('10.9.9.7', '/api/contents/search/?q=first')).toBe(200)
  const pages = ['/search?q=', '/search.data?q=', '/customer-service/faqs/1?q=', '/search?%71=']
  const statuses = await Promise.all(
    Array.from({ length: 119 }, (_, at) => from('10.9.9.9', `${pages[at % 4]}${at}`)),
  )
  expect(statuses).not.toContain(429)
  expect(await from('10.9.9.9', '/api/contents/search/?q=last')).toBe(200)
  expect(await from('10.9.9.9', '/search?q=more')).toBe(429)
  expect(await from('10.9.9.9', '/api/contents/search/?q=more')).toBe(429)
  expect(await from('10.9.9.9', '/search')).not.toBe(429)
  expect(await from('10.9.9.8', '/search?q=more')).not.toBe(429)
})

test('limits an IPv6 network like an IPv4 address', async () => {
  const search = (address: string) =>
    app
      .fetch('/api/contents/search/?q=a', { headers: { 'x-forwarded-for': address } })
      .then(({ status }) => status)
  const statuses = await Promise.all(
    Array.from({ length: 120 }, (_, at) => search(`2001:db8:0:9::${at.toString(16)}`)),
  )
  expect(statuses).not.toContain(429)
  expect(await search('2001:db8:0:9:ffff::1')).toBe(429)
  expect(await search('2001:db8:0:a::1')).toBe(200)
})

test('logs a warning at startup if the proxy is not counted in TRUST_PROXY', async () => {
  const countWarnings = async (env: Record<string, string>) => {
    const lines: string[] = []
    await openTestAppForTest({ env, lines })
    return lines.filter((line) => line.includes('TRUST_PROXY')).length
  }
  const SITE_URL = 'https://hanpyeon.example'
  expect(await countWarnings({ SITE_URL })).toBe(1)
  expect(await countWarnings({ SITE_URL, TRUST_PROXY: '1' })).toBe(0)
  expect(await countWarnings({})).toBe(0)
})
