import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  givenConsents,
  readMemberLedger,
  buyWithPoints,
  makePaidEpisode,
  topUp,
} from '#test/fixtures/payments.ts'
import { openTestApp, expectProblem, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ gateway: true })))
afterAll(() => app?.close())

const day = 86_400_000

const purchasesOf = (member: TestMember) => member.call(transactions.listPurchases, { query: {} })

test('adds points and bonus once the top-up is paid', async () => {
  const member = await makeMember(app)
  await topUp(app, member, 10_000)
  const points = await member.call(transactions.listPoints, { query: {} })
  expect(points).toMatchObject({ event_point: 300, paid_point: 10_000, count: 2 })
  expect(points.results.find(({ kind }) => kind === 'paid')).toMatchObject({
    remaining: 10_000,
    refundable: { is_refundable: true, amount: 10_000, event_point: 300 },
  })
  const { count, results } = await member.call(transactions.listPointTransactions, { query: {} })
  expect(count).toBe(2)
  expect(results.map(({ changed_point, balance }) => [changed_point, balance])).toEqual([
    [10_000, 10_000],
    [300, 300],
  ])
})

test('buys an episode immediately, event points first', async () => {
  const member = await makeMember(app)
  await topUp(app, member, 10_000)
  const episode_id = await makePaidEpisode(app, { price: 1_300 })
  const { order, payment_window: window } = await buyWithPoints(member, episode_id, 1_300)
  expect(window).toBeNull()
  expect(order).toMatchObject({ status: 'paid', payment_method: 'point', receipt: null })
  expect(await readMemberLedger(app, member)).toEqual({
    event_point: 0,
    paid_point: 9_000,
    event_lots: 0,
    paid_lots: 9_000,
    won: 10_000,
  })
  const { results } = await purchasesOf(member)
  expect(results[0]).toMatchObject({
    price: 1_300,
    event_point: 300,
    paid_point: 1_000,
    refundable: { is_refundable: true, amount: 0, event_point: 300, paid_point: 1_000 },
  })
  const { results: money } = await member.call(transactions.listLedgerEntries, { query: {} })
  expect(money[0]).toMatchObject({
    kind: 'purchase',
    amount: 0,
    event_point: -300,
    paid_point: -1_000,
    event_balance: 0,
    paid_balance: 9_000,
    payment_method: 'point',
  })
})

test('reports the missing points and the package that covers them', async () => {
  const member = await makeMember(app)
  await topUp(app, member, 1_000)
  const problem = await expectProblem(
    buyWithPoints(member, await makePaidEpisode(app, { price: 4_200 }), 4_200),
  )
  expect(problem).toMatchObject({
    status: 402,
    code: 'insufficient_points',
    shortfall: { points: 3_200, package: 5_000 },
  })
  expect((await readMemberLedger(app, member)).paid_point).toBe(1_000)
})

test('rejects a point amount that differs from the price, and grants by members', async () => {
  const member = await makeMember(app)
  await topUp(app, member, 3_000)
  const episode = await makePaidEpisode(app)
  const body = {
    changed_point: -1_500,
    is_event: false,
    is_topup: false,
    episode,
    ...givenConsents,
  }
  const faults = async (more: object) => {
    const { errors } = await expectProblem(
      member.call(transactions.createPointTransaction, {
        body: { ...body, payment_method: 'point', ...more },
      }),
    )
    return errors.map(({ field }) => field)
  }
  expect(await faults({ changed_point: -1 })).toEqual(['changed_point'])
  expect(await faults({ changed_point: 1_500 })).toEqual(['changed_point'])
  expect(await faults({ is_event: true })).toEqual(['is_event'])
  expect(await faults({ payment_method: 'card' })).toEqual(['payment_method'])
  expect(await faults({ episode: null })).toEqual(['episode'])
  const topUpBody = { is_topup: true, payment_method: 'card', episode: null, changed_point: 1_000 }
  expect(await faults({ ...topUpBody, changed_point: -1_500 })).toEqual(['changed_point'])
  expect(await faults({ ...topUpBody, changed_point: 1_001 })).toEqual(['changed_point'])
  expect(await faults({ ...topUpBody, episode: body.episode })).toEqual(['episode'])
  expect(await faults({ precautions_agreed: false })).toEqual(['precautions_agreed'])
  expect((await readMemberLedger(app, member)).paid_point).toBe(3_000)
})

test('lists expiring points from exactly 30 days before', async () => {
  const member = await makeMember(app)
  await topUp(app, member, 10_000)
  const listExpiring = async () =>
    (await member.call(transactions.listPoints, { query: {} })).expiring
  const before = app.clock.now()
  onTestFinished(() => app.clock.set(before.toISOString()))
  // Keeps the session valid for the year that passes.
  await app.pool.query(
    `update sessions set expires_at = '2199-01-01Z', last_seen_at = '2198-12-31Z' where member_id = $1`,
    [member.id],
  )
  app.clock.advance(335 * day - 1)
  expect(await listExpiring()).toEqual([])
  app.clock.advance(1)
  const expires_at = new Date(before.getTime() + 365 * day).toISOString()
  expect(await listExpiring()).toEqual([{ kind: 'event', amount: 300, expires_at }])
})

test('loses no points when seven purchases and a top-up run at the same time', async () => {
  const member = await makeMember(app)
  await topUp(app, member, 10_000)
  const episodes = await Promise.all(
    Array.from({ length: 7 }, () => makePaidEpisode(app, { price: 1_000 })),
  )
  await Promise.all([
    ...episodes.map((episode_id) => buyWithPoints(member, episode_id, 1_000)),
    topUp(app, member, 5_000),
  ])
  expect(await readMemberLedger(app, member)).toEqual({
    event_point: 0,
    paid_point: 8_300,
    event_lots: 0,
    paid_lots: 8_300,
    won: 15_000,
  })
  expect((await purchasesOf(member)).count).toBe(7)
})
