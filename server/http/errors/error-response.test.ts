import { Problem } from '#contract/problem.ts'
import { createPagesBuild } from '#test/processes/pages-build.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorPage } from './error-page.ts'

/** Pages that cannot be made, nor what is shown in their place. */
const broken = createPagesBuild(
  {
    default: () => {
      throw new Error('A fault of ours, with a stack')
    },
    handleError: () => {},
  },
  { root: { id: 'root', path: '*', module: { default: (): null => null } } },
)

let world: TestApp
beforeAll(async () => {
  world = await openTestApp({
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '1', SITE_URL: 'http://localhost:3000' },
    pages: { build: broken },
  })
})
afterAll(() => world.close())

/** As Chromium asks for a page that somebody opens. */
const opening = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

/** What a person reads of a page. */
const words = (html: string) => html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ' ')

async function expectPage(answer: Response, status: number) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const html = await answer.text()
  expect(words(html)).toMatch(/[가-힣]/)
  expect(words(html)).not.toMatch(/[a-z{]/i)
  return html
}

async function expectProblem(answer: Response, status: number) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return Problem.parse(await answer.json())
}

/** Requests refused by a limit in this process, which other test files share. */
async function countLimited(): Promise<number> {
  const metrics = await (await world.fetch('/metrics')).text()
  return Number(
    /^hanpyeon_requests_total\{kind="limited",status="429"\} (\d+)$/m.exec(metrics)?.[1] ?? 0,
  )
}

test('tells pages and calls beyond a limit how long to wait', async () => {
  const limitedBefore = await countLimited()
  const from = { 'x-forwarded-for': '10.1.1.1' }
  const search = (headers: Record<string, string>, address = '/search?q=달') =>
    world.fetch(address, { headers: { ...headers, ...from } })
  for (let asked = 0; asked < 120; asked++) await search({})
  const refused = await search(opening)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  const html = await expectPage(refused, 429)
  expect(words(html)).toContain(`${wait}초 뒤에 다시 열 수 있어요.`)
  expect(html).toContain('<a class="first" href="">다시 시도</a>')
  // The data of a page, as the router asks for it, and a call, whoever makes it.
  expect(
    (await expectProblem(await search({ accept: '*/*' }, '/search.data?q=달'), 429)).code,
  ).toBe('rate_limited')
  const call = await search(opening, '/api/contents/search/?q=달')
  expect(call.headers.get('retry-after')).not.toBeNull()
  expect((await expectProblem(call, 429)).code).toBe('rate_limited')
  expect((await countLimited()) - limitedBefore).toBe(3)
})

test('a page takes no other method, whatever comes with it', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await world.fetch('/series/1', { method, headers: opening })
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
    await expectPage(answer, 405)
  }
  const body = 'x'.repeat(100_000)
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  await expectPage(
    await world.fetch('/', { method: 'POST', body, headers: { ...opening, ...type } }),
    405,
  )
  await expectProblem(await world.fetch('/', { method: 'POST', body, headers: type }), 405)
  await expectProblem(await world.fetch('/api/none/', { method: 'POST', headers: opening }), 404)
  const call = '/api/contents/categories/'
  await expectProblem(await world.fetch(call, { method: 'QUERY' }), 404)
  await expectProblem(await world.fetch(call, { method: 'QUERY', body, headers: type }), 404)
})

test('a page that cannot even say that it failed is answered for', async () => {
  const page = await expectPage(await world.fetch('/series/1', { headers: opening }), 500)
  expect(page).toContain('다시 시도')
  expect(page).not.toContain('stack')
})

test('files that are refused are a page to who opens them, and to nobody else', async () => {
  for (const [address, status] of [
    ['/images/aa/none.webp', 404],
    ['/assets/none.js', 404],
    ['/media/none/1/main.m3u8', 403],
  ] as const) {
    await expectPage(await world.fetch(address, { headers: opening }), status)
    await expectProblem(await world.fetch(address), status)
    const head = await world.fetch(address, { method: 'HEAD', headers: opening })
    expect([head.status, await head.text()]).toEqual([status, ''])
  }
})

test('what the framework refuses by itself is refused in our words', async () => {
  await expectPage(await world.fetch('/%E0%A4%A', { headers: opening }), 400)
  expect((await expectProblem(await world.fetch('/api/%E0%A4%A'), 400)).code).toBe(
    'invalid_request',
  )
  const long = await world.fetch(`/api/contents/series/${'1'.repeat(500)}/`)
  expect((await expectProblem(long, 404)).code).toBe('not_found')
})

test('what is no request is answered in Korean, too', async () => {
  const cookie = `cookie: a=${'x'.repeat(20_000)}`
  for (const [sent, status] of [
    [`GET / HTTP/1.1\r\nhost: x\r\n${cookie}\r\n\r\n`, 431],
    ['NONSENSE\r\n\r\n', 400],
  ] as const) {
    const socket = connect(Number(new URL(world.origin).port), '127.0.0.1')
    socket.write(sent)
    let said = ''
    for await (const chunk of socket) said += String(chunk)
    const [head = '', html = ''] = said.split('\r\n\r\n')
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

test('each page of a refusal has words of its own, and a way on', () => {
  const pages = [400, 403, 404, 405, 408, 413, 429, 431, 500, 503].map((status) => [
    status,
    errorPage(status, 7),
  ])
  for (const [, page] of pages) expect(page).toContain('<a href="/">홈으로 가기</a>')
  const again = pages.filter(([, page]) => String(page).includes('다시 시도</a>'))
  expect(again.map(([status]) => status)).toEqual([405, 429, 500, 503])
})

test('a server that is about to stop refuses as before, and ends the connection', async () => {
  world.house.drain()
  for (const [address, method, status] of [
    ['/series/1', 'POST', 405],
    ['/images/aa/none.webp', 'GET', 404],
    ['/series/1', 'GET', 500],
  ] as const) {
    const answer = await world.fetch(address, { method, headers: opening })
    expect(answer.headers.get('connection')).toBe('close')
    await expectPage(answer, status)
  }
})
