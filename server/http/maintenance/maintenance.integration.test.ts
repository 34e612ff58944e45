import { endpoints } from '#contract/index.ts'
import type { Problem } from '#contract/problem.ts'
import { expectProblem, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { makePlayable, openSocket } from '#test/fixtures/watch-history.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isOpenPage } from './close-to-viewers.ts'

const { studio_operations: calls, contents, accounts, transactions, watch_history } = endpoints

let app: TestApp
let owner: TestMember
let viewer: TestMember
beforeAll(async () => {
  app = await openTestApp({ planted: true, gateway: true })
  owner = await makeMember(app, { is_staff: true, username: '강소유' })
  viewer = await makeMember(app)
})
afterAll(() => app?.close())
afterEach(() => owner.call(calls.endMaintenance, {}))

const inMinutes = (minutes: number) =>
  new Date(app.clock.now().getTime() + minutes * 60_000).toISOString()

const message = '데이터베이스를 <b>옮기고</b> 있어요.'
async function start(ends_at = inMinutes(30), by = owner) {
  const { version } = await by.call(calls.readModes, {})
  return by.call(calls.setMaintenance, { body: { version, message, ends_at } })
}
const isClosed = async (origin = app.origin) =>
  (await fetch(`${origin}/api/contents/series/`)).status === 503

describe('during maintenance', () => {
  beforeEach(async () => {
    await start()
    await expect.poll(() => isClosed()).toBe(true)
  })

  it('answers calls of viewers with a problem that has the message and its end', async () => {
    const response = await viewer.fetch('/api/contents/likes/me/')
    const problem = (await response.json()) as Problem
    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(1_700)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(problem).toMatchObject({ code: 'maintenance', detail: message, maintenance: {} })
  })

  it('answers navigations with a page in Korean', async () => {
    for (const cookie of ['', viewer.cookie]) {
      const response = await app.fetch('/', { headers: { accept: 'text/html', cookie } })
      const page = await response.text()
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(page).toContain('<h1>점검하고 있어요</h1>')
      expect(page).toContain('데이터베이스를 &#60;b&#62;옮기고&#60;/b&#62; 있어요.')
      expect(page).toMatch(/\d월 \d+일 \d\d:\d\d쯤 다시 열 예정이에요/)
    }
  })

  it('lets staff sign in and use everything', async () => {
    const { email, password } = owner
    const signedIn = await app.fetch('/api/accounts/login/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect(signedIn.status).toBe(200)
    expect(await owner.call(accounts.readMe, {})).toMatchObject({ is_staff: true })
    expect((await owner.call(contents.listSeries, { query: {} })).count).toBeGreaterThan(0)
    expect((await owner.fetch('/api/studio/works/')).status).toBe(200)
  })

  it('keeps health endpoints, files and the gateway’s notifications open', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await app.fetch(path)).status).toBe(200)
    // 404, as there is no such file.
    for (const path of ['/images/none/320.webp', '/media-auth/media/made-up/1/main.m3u8'])
      expect((await app.fetch(path)).status).not.toBe(503)
    const webhook = await app.fetch('/api/transactions/webhooks/toss/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'none' },
      body: JSON.stringify({ eventType: 'PAYMENT_STATUS_CHANGED', data: {} }),
    })
    expect(webhook.status).not.toBe(503)
  })

  it('completes a payment that was begun, and begins none', async () => {
    const { code } = await expectProblem(
      viewer.call(transactions.orderEpisode, { body: { episode: 1, ownership_type: 3 } } as never),
    )
    expect(code).toBe('maintenance')
    const confirming = await expectProblem(
      viewer.call(transactions.confirmPayment, {
        body: { payment_key: 'none', order_id: 'order-none', amount: 1_500 },
      }),
    )
    expect(confirming.code).not.toBe('maintenance')
  })
})

it('saves the progress of a film that is playing', async () => {
  const [episode_id = 0] = await makePlayable(app, [{}])
  const socket = await openSocket(app.origin, viewer)
  await socket.save({ episode_id, progress: 12 })
  await start()
  await expect.poll(() => isClosed()).toBe(true)
  // Saves on the open socket, on a new one and by a call.
  await socket.save({ episode_id, progress: 20 })
  const another = await openSocket(app.origin, viewer)
  await another.save({ episode_id, progress: 25 })
  await viewer.call(watch_history.saveProgress, { body: { episode_id, progress: 31 } } as never)
  await owner.call(calls.endMaintenance, {})
  await expect.poll(() => isClosed()).toBe(false)
  const { results } = await viewer.call(watch_history.listWatchHistory, { query: {} })
  expect(results[0]).toMatchObject({ progress: 31 })
})

it('closes and opens every server within two seconds, whatever they have cached', async () => {
  const other = await app.another()
  const origins = [app.origin, other]
  for (const origin of origins) {
    expect((await fetch(`${origin}/api/contents/series/`)).status).toBe(200)
    expect((await fetch(`${origin}/api/contents/series/`)).status).toBe(200)
  }
  const started = performance.now()
  await start()
  for (const origin of origins) await expect.poll(() => isClosed(origin)).toBe(true)
  await owner.call(calls.endMaintenance, {})
  for (const origin of origins) await expect.poll(() => isClosed(origin)).toBe(false)
  expect(performance.now() - started).toBeLessThan(4_000)
})

it('is known to a server that starts during it', async () => {
  await start()
  const other = await app.another()
  expect(await isClosed(other)).toBe(true)
})

it('does not end by itself', async () => {
  await start(inMinutes(1))
  app.clock.advance(3_600_000)
  await expect.poll(() => isClosed()).toBe(true)
  const response = await app.fetch('/api/contents/series/')
  expect(response.headers.get('retry-after')).toBe('30')
})

describe('changes', () => {
  it('let one of two owners start it who have seen the same version', async () => {
    const second = await makeMember(app, { is_staff: true })
    const { version } = await owner.call(calls.readModes, {})
    const body = { version, message, ends_at: inMinutes(10) }
    const outcomes = await Promise.allSettled([
      owner.call(calls.setMaintenance, { body }),
      second.call(calls.setMaintenance, { body }),
      second.call(calls.setLogLevel, { body: { version, level: 'debug', minutes: 60 } }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { code } = await expectProblem(owner.call(calls.setMaintenance, { body }))
    expect(code).toBe('edit_conflict')
    // Ending twice is one end.
    await start()
    await Promise.all([owner.call(calls.endMaintenance, {}), second.call(calls.endMaintenance, {})])
    expect((await owner.call(calls.readModes, {})).maintenance).toBeNull()
  })

  it('are in the audit log', async () => {
    await start()
    await owner.call(calls.endMaintenance, {})
    const { results } = await owner.call(endpoints.studio.listAuditLog, { query: {} })
    expect(results[0]).toMatchObject({ kind: 'operations.maintenance_ended', staff_name: '강소유' })
    expect(results[1]).toMatchObject({
      kind: 'operations.maintenance_set',
      after: { message },
    })
  })

  it.each([
    ['an empty message', { message: ' ' }, 'message too_short'],
    ['a message of 201 characters', { message: '가'.repeat(201) }, 'message too_long'],
    ['a line break', { message: '점검\n중' }, 'message invalid_format'],
    ['an end in the past', { ends_at: '2020-01-01T00:00:00Z' }, 'ends_at in_the_past'],
    ['an end that is none', { ends_at: 'soon' }, 'ends_at invalid_format'],
  ])('refuse %s', async (_, changes, error) => {
    const body = { version: 0, message, ends_at: inMinutes(5), ...changes }
    const { errors } = await expectProblem(owner.call(calls.setMaintenance, { body }))
    expect(errors.map(({ field, code }) => `${field} ${code}`)).toEqual([error])
  })
})

describe('isOpenPage', () => {
  it.each([
    '/studio',
    '/studio/works/3.data',
    '/studio.data?_routes=x',
    '/accounts/login?next=%2Fstudio',
    '/accounts/recovery/password/change/MQ/token',
    '/payments/success?paymentKey=a',
    '/mypage/plans/card/success',
    '/__manifest?paths=x',
  ])('opens %s', (address) => expect(isOpenPage(address)).toBe(true))

  it.each([
    '/',
    '/_root.data',
    '/studios',
    '/series/1',
    '/accounts/join',
    '/mypage/plans',
    '/video/1',
  ])('closes %s', (address) => expect(isOpenPage(address)).toBe(false))
})
