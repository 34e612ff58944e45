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

let world: TestApp
beforeAll(async () => void (world = await openTestApp({ gateway: true })))
afterAll(() => world?.close())

const clients = 64

const refund = (member: TestMember, body: { episode_id?: number; order_id?: string }) =>
  member.call(transactions.refund, { body })

const countDone = async (calls: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length

/** What the gateway has of some orders, in won. */
const atGateway = (order_ids: readonly string[]) =>
  world.gateway
    .transactions()
    .filter((one) => order_ids.includes(one.orderId))
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)

async function expectExact(member: TestMember) {
  const { rows } = await world.pool.query<{ id: number }>(
    'select id from wallets where member_id = $1',
    [member.id],
  )
  expect(await brokenInvariants(world.pool, rows[0]?.id ?? 0)).toEqual([])
}

test('64 clients of one account spend and refund at once: never below 0, history exact', async () => {
  const member = await makeMember(world)
  const top_ups = [
    await topUp(world, member, 10_000),
    await topUp(world, member, 5_000),
    await topUp(world, member, 3_000),
  ].map(({ order_id }) => order_id)
  const episodes = await Promise.all(
    Array.from({ length: 8 }, () => makePaidEpisode(world, { price: 1_000 })),
  )
  const calls = Array.from({ length: clients }, async (_, n) => {
    const episode_id = episodes[n % episodes.length] ?? 0
    if (n % 4 === 3) return refund(member, { order_id: top_ups[n % top_ups.length] ?? '' })
    if (n % 4 === 1) return refund(member, { episode_id })
    return buyWithPoints(member, episode_id, 1_000)
  })
  expect(await countDone(calls)).toBeGreaterThan(0)
  await expectExact(member)
  // Whatever came first: what he had is what he spent, what went back, and what is left.
  const { won, event_point, paid_point } = await readMemberLedger(world, member)
  const { results } = await member.call(transactions.listPurchases, { query: { limit: 100 } })
  const living = results.filter(({ state }) => state === 'active')
  expect(won).toBe(atGateway(top_ups))
  const spent = living.reduce((sum, one) => sum + one.paid_point, 0)
  // D-55: what of the bonus was spent was taken off what was paid back; `expectExact` knows to the won.
  const kept = won - spent - paid_point
  expect(kept).toBeGreaterThanOrEqual(0)
  expect(kept).toBeLessThanOrEqual(300)
  expect(event_point).toBeLessThanOrEqual(300)
})

test('64 clients ask for the same refund at once: the money goes back once', async () => {
  const member = await makeMember(world)
  const episode_id = await makePaidEpisode(world, { price: 2_000 })
  const { order_id } = await buyByCard(world, member, episode_id)
  const calls = Array.from({ length: clients }, () => refund(member, { episode_id }))
  expect(await countDone(calls)).toBe(1)
  expect(atGateway([order_id])).toBe(0)
  expect((await readMemberLedger(world, member)).won).toBe(0)
  await expectExact(member)
})

test('64 clients refund one episode that was bought with points: the points come back once', async () => {
  const member = await makeMember(world)
  await topUp(world, member, 10_000)
  const episode_id = await makePaidEpisode(world, { price: 1_000 })
  await buyWithPoints(member, episode_id, 1_000)
  const calls = Array.from({ length: clients }, () => refund(member, { episode_id }))
  expect(await countDone(calls)).toBe(1)
  expect(await readMemberLedger(world, member)).toMatchObject({
    event_point: 300,
    paid_point: 10_000,
  })
  await expectExact(member)
})
