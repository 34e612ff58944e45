import { transactions } from '#contract/transactions/transactions.ts'
import { watch_history } from '#contract/watch-history/watch-history.ts'
import { studio_payments } from '#contract/transactions/staff/payments.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard, buyWithPoints, makePaidEpisode, topUp } from '#test/fixtures/payments.ts'
import {
  makeCustomer,
  openPaymentsTestApp,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterAll(() => app?.close())

const hour = 3_600_000
const refund = (member: TestMember, episode_id: number) =>
  member.call(transactions.requestRefund, { body: { episode_id } })
/** The purchases of a member, the newest first. */
const purchases = async (member: TestMember) => {
  const { results } = await member.call(transactions.listPurchases, { query: {} })
  return results
}
const rental = async (member: TestMember) =>
  (await purchases(member)).find(({ ownership_type_id }) => ownership_type_id === 2)
const refundRental = async (member: TestMember) => {
  const { order_id } = (await rental(member))!
  return member.call(transactions.requestRefund, { body: { order_id } })
}

async function rent() {
  const member = await makeCustomer(app)
  await topUp(app, member, 10_000)
  const episode_id = await makePaidEpisode(app, { price: 1_500, rental_price: 500 })
  await buyByCard(app, member, episode_id, 2)
  return { member, episode_id }
}

describe.each(['card', 'points'] as const)('the refund of a purchase by %s', (means) => {
  const buy = (member: TestMember, episode_id: number) =>
    means === 'card'
      ? buyByCard(app, member, episode_id, 3)
      : buyWithPoints(member, episode_id, 1_500)

  it('restores the rental that it replaced, with the time that remained', async () => {
    const { member, episode_id } = await rent()
    app.clock.advance(10 * 24 * hour)
    await buy(member, episode_id)
    expect(await rental(member)).toMatchObject({ state: 'ended' })
    app.clock.advance(hour)
    await refund(member, episode_id)
    expect(await rental(member)).toMatchObject({
      state: 'active',
      expires_at: new Date(app.clock.now().getTime() + 20 * 24 * hour).toISOString(),
    })
    // It can be replaced and restored again.
    await buy(member, episode_id)
    await refund(member, episode_id)
    expect(await rental(member)).toMatchObject({ state: 'active' })
  })

  it('does not restore a rental that had expired before the purchase', async () => {
    const { member, episode_id } = await rent()
    app.clock.advance(31 * 24 * hour)
    await buy(member, episode_id)
    await refund(member, episode_id)
    expect(await rental(member)).toMatchObject({ state: 'ended' })
  })
})

it('does not restore a rental that staff refunded meanwhile', async () => {
  const { member, episode_id } = await rent()
  const staff = await makeMember(app, { is_staff: true })
  const { order_id } = (await rental(member))!
  await buyByCard(app, member, episode_id, 3)
  await staff.call(studio_payments.refundOrder, {
    params: { id: member.id },
    body: { order_id, reason: '고객 요청' },
  })
  await refund(member, episode_id)
  expect((await purchases(member)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
})

it('refunds the restored rental by its order, and not when the first refund is sent again', async () => {
  const { member, episode_id } = await rent()
  await buyByCard(app, member, episode_id, 3)
  await refund(member, episode_id)
  await expect(refund(member, episode_id)).rejects.toMatchObject({
    problem: { code: 'not_refundable' },
  })
  expect(await rental(member)).toMatchObject({ state: 'active' })
  await refundRental(member)
  expect(await rental(member)).toMatchObject({ state: 'refunded' })
})

it('restores the rental once when the refund is requested twenty times at once', async () => {
  const { member, episode_id } = await rent()
  await buyByCard(app, member, episode_id, 3)
  await Promise.allSettled(Array.from({ length: 20 }, () => refund(member, episode_id)))
  const states = (await purchases(member)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['active', 'refunded'])
  expect(await rental(member)).toMatchObject({ state: 'active' })
})

it('refuses to make any other ended rental active again', async () => {
  const { member, episode_id } = await rent()
  await app.pool.query(`update purchases set state = 'ended' where episode_id = $1`, [episode_id])
  await expect(
    app.pool.query(`update purchases set state = 'active' where episode_id = $1`, [episode_id]),
  ).rejects.toThrow('The state of a purchase cannot change')
  expect(await rental(member)).toMatchObject({ state: 'ended' })
})

it('takes an episode that was returned out of 이어보기, and keeps its history', async () => {
  const { member, episode_id } = await rent()
  const read = async () => [
    (await member.call(watch_history.listContinueWatching, { query: {} })).count,
    (await member.call(watch_history.listWatchHistory, { query: {} })).count,
  ]
  await buyByCard(app, member, episode_id, 3)
  await member.call(watch_history.saveProgress, { body: { episode_id, progress: 3 } })
  expect(await read()).toEqual([1, 1])
  // The rental that it had replaced plays it still.
  await refund(member, episode_id)
  expect(await read()).toEqual([1, 1])
  await refundRental(member)
  expect(await read()).toEqual([0, 1])
})
