import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { brokenInvariants } from '#test/payments-model/invariants.ts'
import {
  readMemberLedger,
  buyByCard,
  buyWithPoints,
  makePaidEpisode,
  topUp,
} from '#test/fixtures/payments.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ gateway: true })))
afterAll(() => app?.close())

const clients = 64

const refund = (member: TestMember, body: { episode_id?: number; order_id?: string }) =>
  member.call(transactions.requestRefund, { body })

const countFulfilled = async (calls: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length

/** Balance of the orders' payments at the gateway, in won. */
const gatewayBalance = (order_ids: readonly string[]) =>
  app.gateway
    .transactions()
    .filter((transaction) => order_ids.includes(transaction.orderId))
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)

async function expectInvariants(member: TestMember) {
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from wallets where member_id = $1',
    [member.id],
  )
  expect(await brokenInvariants(app.pool, rows[0]?.id ?? 0)).toEqual([])
}

test('keeps the ledger consistent while 64 clients of one account spend and refund', async () => {
  const member = await makeMember(app)
  const top_ups = [
    await topUp(app, member, 10_000),
    await topUp(app, member, 5_000),
    await topUp(app, member, 3_000),
  ].map(({ order_id }) => order_id)
  const episodes = await Promise.all(
    Array.from({ length: 8 }, () => makePaidEpisode(app, { price: 1_000 })),
  )
  const calls = Array.from({ length: clients }, async (_, n) => {
    const episode_id = episodes[n % episodes.length] ?? 0
    if (n % 4 === 3) return refund(member, { order_id: top_ups[n % top_ups.length] ?? '' })
    if (n % 4 === 1) return refund(member, { episode_id })
    return buyWithPoints(member, episode_id, 1_000)
  })
  expect(await countFulfilled(calls)).toBeGreaterThan(0)
  await expectInvariants(member)
  // In any order of execution, the won at the gateway equal the spent points, the deductions and the remaining points.
  const { won, event_point, paid_point } = await readMemberLedger(app, member)
  const { results } = await member.call(transactions.listPurchases, { query: { limit: 100 } })
  const active = results.filter(({ state }) => state === 'active')
  expect(won).toBe(gatewayBalance(top_ups))
  const spent = active.reduce((sum, purchase) => sum + purchase.paid_point, 0)
  // The spent bonus was deducted from the refunds; `expectInvariants` checks the exact amount.
  const deducted = won - spent - paid_point
  expect(deducted).toBeGreaterThanOrEqual(0)
  expect(deducted).toBeLessThanOrEqual(300)
  expect(event_point).toBeLessThanOrEqual(300)
})

test('refunds a card payment once when 64 clients request it', async () => {
  const member = await makeMember(app)
  const episode_id = await makePaidEpisode(app, { price: 2_000 })
  const { order_id } = await buyByCard(app, member, episode_id)
  const calls = Array.from({ length: clients }, () => refund(member, { episode_id }))
  expect(await countFulfilled(calls)).toBe(1)
  expect(gatewayBalance([order_id])).toBe(0)
  expect((await readMemberLedger(app, member)).won).toBe(0)
  await expectInvariants(member)
})

test('returns points once when 64 clients request the refund', async () => {
  const member = await makeMember(app)
  await topUp(app, member, 10_000)
  const episode_id = await makePaidEpisode(app, { price: 1_000 })
  await buyWithPoints(member, episode_id, 1_000)
  const calls = Array.from({ length: clients }, () => refund(member, { episode_id }))
  expect(await countFulfilled(calls)).toBe(1)
  expect(await readMemberLedger(app, member)).toMatchObject({
    event_point: 300,
    paid_point: 10_000,
  })
  await expectInvariants(member)
})
