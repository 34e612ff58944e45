import { refusalPreference } from '#contract/core/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import { createPagesBuild } from '#test/processes/pages-build.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorPage } from './error-response.ts'

/** A page build in which both rendering and error rendering fail. */
const brokenBuild = createPagesBuild(
  {
    default: () => {
      throw new Error('Rendering failed, with a stack')
    },
    handleError: () => {},
  },
  { root: { id: 'root', path: '*', module: { default: (): null => null } } },
)

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '1', SITE_URL: 'http://localhost:3000' },
    pages: { build: brokenBuild },
  })
})
afterAll(() => app.close())

/** Accept header of a Chromium navigation. */
const navigation = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

/** Returns the visible text of a page. */
const visibleText = (html: string) =>
  html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ' ')

async function expectPage(response: Response, status: number) {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const html = await response.text()
  expect(visibleText(html)).toMatch(/[가-힣]/)
  expect(visibleText(html)).not.toMatch(/[a-z{]/i)
  return html
}

async function expectProblem(response: Response, status: number) {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  return Problem.parse(await response.json())
}

/** Requests rejected by rate limits in this process; other test files add to the counter. */
async function countLimited(): Promise<number> {
  const metrics = await (await app.fetch('/metrics')).text()
  return Number(
    /^hanpyeon_requests_total\{kind="limited",status="429"\} (\d+)$/m.exec(metrics)?.[1] ?? 0,
  )
}

test('sends Retry-After with rate-limited pages and API requests', async () => {
  const limitedBefore = await countLimited()
  const from = { 'x-forwarded-for': '10.1.1.1' }
  const search = (headers: Record<string, string>, address = '/search?q=달') =>
    app.fetch(address, { headers: { ...headers, ...from } })
  for (let count = 0; count < 120; count++) await search({})
  const limited = await search(navigation)
  const wait = Number(limited.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  const html = await expectPage(limited, 429)
  expect(visibleText(html)).toContain(`${wait}초 뒤에 다시 열 수 있어요.`)
  expect(html).toContain('<a class="first" href="">다시 시도</a>')
  // Page data requests and API requests get problem documents.
  expect(
    (await expectProblem(await search({ accept: '*/*' }, '/search.data?q=달'), 429)).code,
  ).toBe('rate_limited')
  const call = await search(navigation, '/api/contents/search/?q=달')
  expect(call.headers.get('retry-after')).not.toBeNull()
  expect((await expectProblem(call, 429)).code).toBe('rate_limited')
  expect((await countLimited()) - limitedBefore).toBe(3)
})

test('sends a refusal with the status 200 only to a client that prefers it', async () => {
  const path = '/api/accounts/me/'
  const refused = await app.fetch(path)
  expect(refused.headers.get('preference-applied')).toBeNull()
  const problem = await expectProblem(refused, 401)
  const preferring = await app.fetch(path, { headers: { prefer: refusalPreference } })
  expect(preferring.headers.get('preference-applied')).toBe(refusalPreference)
  const { request_id: _, ...same } = problem
  expect(await expectProblem(preferring, 200)).toMatchObject(same)
  // A failure of the request itself keeps its status.
  await expectProblem(
    await app.fetch('/api/contents/series/99999999/', { headers: { prefer: refusalPreference } }),
    404,
  )
})

test('rejects other methods than GET and HEAD on pages', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const response = await app.fetch('/series/1', { method, headers: navigation })
    expect(response.headers.get('allow')).toBe('GET, HEAD')
    await expectPage(response, 405)
  }
  const body = 'x'.repeat(100_000)
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  await expectPage(
    await app.fetch('/', { method: 'POST', body, headers: { ...navigation, ...type } }),
    405,
  )
  await expectProblem(await app.fetch('/', { method: 'POST', body, headers: type }), 405)
  await expectProblem(await app.fetch('/api/none/', { method: 'POST', headers: navigation }), 404)
  const call = '/api/contents/categories/'
  await expectProblem(await app.fetch(call, { method: 'QUERY' }), 404)
  await expectProblem(await app.fetch(call, { method: 'QUERY', body, headers: type }), 404)
})

test('responds 500 with a static page when the error page fails to render', async () => {
  const page = await expectPage(await app.fetch('/series/1', { headers: navigation }), 500)
  expect(page).toContain('다시 시도')
  expect(page).not.toContain('stack')
})

test('responds to a rejected file with a page on navigation and a problem otherwise', async () => {
  for (const [address, status] of [
    ['/images/aa/none.webp', 404],
    ['/assets/none.js', 404],
    ['/media/none/1/main.m3u8', 403],
  ] as const) {
    await expectPage(await app.fetch(address, { headers: navigation }), status)
    await expectProblem(await app.fetch(address), status)
    const head = await app.fetch(address, { method: 'HEAD', headers: navigation })
    expect([head.status, await head.text()]).toEqual([status, ''])
  }
})

test('responds to framework errors with own pages and problems', async () => {
  await expectPage(await app.fetch('/%E0%A4%A', { headers: navigation }), 400)
  expect((await expectProblem(await app.fetch('/api/%E0%A4%A'), 400)).code).toBe('invalid_request')
  const long = await app.fetch(`/api/contents/series/${'1'.repeat(500)}/`)
  expect((await expectProblem(long, 414)).code).toBe('uri_too_long')
})

test('responds to malformed HTTP with a page in Korean', async () => {
  const cookie = `cookie: a=${'x'.repeat(20_000)}`
  for (const [sent, status] of [
    [`GET / HTTP/1.1\r\nhost: x\r\n${cookie}\r\n\r\n`, 431],
    ['NONSENSE\r\n\r\n', 400],
  ] as const) {
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
    socket.write(sent)
    let received = ''
    for await (const chunk of socket) received += String(chunk)
    const [head = '', html = ''] = received.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    const headers = new Headers(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(': ', 2) as [string, string]),
    )
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(html))
    await expectPage(new Response(html, { status, headers }), status)
  }
})

test('offers a way home on every error page, and a retry where it can succeed', () => {
  const pages = [400, 403, 404, 405, 408, 413, 429, 431, 500, 503].map((status) => [
    status,
    errorPage(status, 7),
  ])
  for (const [, page] of pages) expect(page).toContain('<a href="/">홈으로 가기</a>')
  const retryable = pages.filter(([, page]) => String(page).includes('다시 시도</a>'))
  expect(retryable.map(([status]) => status)).toEqual([405, 429, 500, 503])
})

test('closes connections after errors while draining', async () => {
  app.server.drain()
  for (const [address, method, status] of [
    ['/series/1', 'POST', 405],
    ['/images/aa/none.webp', 'GET', 404],
    ['/series/1', 'GET', 500],
  ] as const) {
    const response = await app.fetch(address, { method, headers: navigation })
    expect(response.headers.get('connection')).toBe('close')
    await expectPage(response, status)
  }
})
