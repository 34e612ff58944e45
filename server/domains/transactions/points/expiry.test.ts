import { endpoints } from '#contract/index.ts'
import {
  readMemberLedger,
  buyWithPoints,
  makePaidEpisode,
  orderEpisode,
  topUp,
} from '#test/fixtures/payments.ts'
import {
  makeCustomer,
  openPaymentsTestApp,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expirePoints } from './expire-points.ts'

let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp('2027-03-01T00:00:00.000Z')))
afterAll(() => shop?.close())

const { transactions } = endpoints
const mailsTo = async ({ email }: { email: string }) => {
  const { rows } = await shop.pool.query<{ subject: string; text: string }>(
    'select subject, text from messages where recipient = $1 order by id',
    [email],
  )
  return rows
}
const moves = async (member: Subscriber) =>
  (await member.call(transactions.listPointTransactions, { query: {} })).results

test('event points lapse after a year, paid ones after five; the books say so, each once', async () => {
  const member = await makeCustomer(shop)
  await topUp(shop, member, 10_000)
  await buyWithPoints(member, await makePaidEpisode(shop, { price: 1_000 }), 1_000)
  expect(await readMemberLedger(shop, member)).toMatchObject({ event_point: 0, paid_point: 9_300 })
  await topUp(shop, member, 30_000)
  const at = shop.clock.now()
  const years = (count: number, ms = 0) => {
    const then = new Date(at)
    then.setUTCFullYear(at.getUTCFullYear() + count)
    return new Date(then.getTime() + ms).toISOString()
  }
  await shop.passTo(years(1, -1))
  expect(await readMemberLedger(shop, member)).toMatchObject({
    event_point: 1_200,
    paid_point: 39_300,
  })
  await shop.passTo(years(1))
  await shop.tend()
  expect(await readMemberLedger(shop, member)).toEqual({
    ...{ event_point: 0, event_lots: 0, paid_point: 39_300, paid_lots: 39_300, won: 40_000 },
  })
  expect((await moves(member))[0]).toMatchObject({
    ...{ changed_point: -1_200, title: '이벤트 포인트 소멸', is_event: true, balance: 0 },
    ...{ transaction_date: years(1), is_topup: false, episode: null },
  })
  await shop.passTo(years(5))
  expect(await readMemberLedger(shop, member)).toMatchObject({
    paid_point: 0,
    paid_lots: 0,
    won: 40_000,
  })
  // Two lots of one kind, two lines.
  expect((await moves(member)).filter(({ title }) => title === '충전 포인트 소멸')).toHaveLength(2)
})

test('many workers at once: a lot lapses once', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => makeCustomer(shop)))
  for (const member of members) await topUp(shop, member, 10_000)
  shop.clock.advance(366 * 86_400_000)
  await Promise.all(Array.from({ length: 6 }, () => expirePoints(shop.parts)))
  await expirePoints(shop.parts)
  for (const member of members) {
    expect(await readMemberLedger(shop, member)).toMatchObject({
      event_point: 0,
      paid_point: 10_000,
    })
    expect((await moves(member)).filter(({ title }) => title.includes('소멸'))).toHaveLength(1)
  }
})

test('points that lapse are told of 30 days before, once, in one letter', async () => {
  const member = await makeCustomer(shop)
  await topUp(shop, member, 10_000)
  await shop.pass(1)
  await topUp(shop, member, 50_000)
  await shop.pass(330)
  expect(await mailsTo(member)).toEqual([])
  await shop.pass(6)
  const [told, ...more] = await mailsTo(member)
  expect(more).toEqual([])
  expect(told?.subject).toBe('[한편] 2,800P가 곧 사라져요')
  expect(told?.text).toMatch(/이벤트 포인트 300P[\s\S]*이벤트 포인트 2,500P/)
  await shop.pass(1)
  expect(await mailsTo(member)).toHaveLength(1)
  await shop.pass(40)
  expect(await readMemberLedger(shop, member)).toMatchObject({ event_point: 0, paid_point: 60_000 })
})

test('who has left is written nothing, and stands in nobody’s way', async () => {
  const [leaver, stayer] = [await makeCustomer(shop), await makeCustomer(shop)]
  for (const member of [leaver, stayer]) await topUp(shop, member, 10_000)
  await leaver.call(endpoints.accounts.withdraw, {
    body: { service_problem: false, less_function: false, high_price: false, user_comment: '' },
  })
  await shop.pass(340)
  const told = async (member: Subscriber) =>
    (await mailsTo(member)).filter(({ subject }) => subject.includes('P가')).length
  expect([await told(leaver), await told(stayer)]).toEqual([0, 1])
  await shop.pass(40)
  const { rows } = await shop.pool.query<{ left: number }>(
    `select count(*)::int as left from point_lots where kind = 'event' and remaining > 0`,
  )
  expect(rows).toEqual([{ left: 0 }])
})

test('a rental ends 30 days after it was taken, and can be taken again', async () => {
  const member = await makeCustomer(shop)
  const [episode, other] = [await makePaidEpisode(shop), await makePaidEpisode(shop)]
  const rent = async (episode_id: number) => {
    const { window } = await orderEpisode(member, episode_id, 2)
    return member.call(transactions.confirmPayment, { body: await shop.gateway.pay(window) })
  }
  await rent(episode)
  await rent(other)
  const states = async () => {
    const { results } = await member.call(transactions.listPurchases, { query: {} })
    return results.map(({ state }) => state)
  }
  /** As the books have it, whatever o'clock it is. */
  const booked = async () => {
    const { rows } = await shop.pool.query<{ state: string }>(
      `select p.state from purchases p join wallets w on w.id = p.wallet_id where w.member_id = $1 order by p.id desc`,
      [member.id],
    )
    return rows.map(({ state }) => state)
  }
  await shop.passTo(new Date(shop.clock.now().getTime() + 30 * 86_400_000 - 1).toISOString())
  expect([await states(), await booked()]).toEqual(Array(2).fill(['active', 'active']))
  await expect(rent(other)).rejects.toThrow('already_owned')
  shop.clock.advance(1)
  expect(await states()).toEqual(['ended', 'ended'])
  // By the clock alone: no round has come by.
  await rent(other)
  expect(await booked()).toEqual(['active', 'ended', 'active'])
  await shop.tend()
  expect(await booked()).toEqual(['active', 'ended', 'ended'])
  await rent(episode)
  expect(await states()).toEqual(['active', 'active', 'ended', 'ended'])
})
