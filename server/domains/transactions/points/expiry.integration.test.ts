import { endpoints } from '#contract/index.ts'
import { deleteAccount } from '#test/fixtures/members.ts'
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

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp('2027-03-01T00:00:00.000Z')))
afterAll(() => app?.close())

const { transactions } = endpoints
const emailsTo = async ({ email }: { email: string }) => {
  const { rows } = await app.pool.query<{ subject: string; text: string }>(
    `select subject, text from messages where recipient = $1 and subject like '%곧 사라져요' order by id`,
    [email],
  )
  return rows
}
const pointTransactions = async (member: Subscriber) =>
  (await member.call(transactions.listPointTransactions, { query: {} })).results

test('expires event points after one year and paid points after five, each posted once', async () => {
  const member = await makeCustomer(app)
  await topUp(app, member, 10_000)
  await buyWithPoints(member, await makePaidEpisode(app, { price: 1_000 }), 1_000)
  expect(await readMemberLedger(app, member)).toMatchObject({ event_point: 0, paid_point: 9_300 })
  await topUp(app, member, 30_000)
  const at = app.clock.now()
  const years = (count: number, ms = 0) => {
    const date = new Date(at)
    date.setUTCFullYear(at.getUTCFullYear() + count)
    return new Date(date.getTime() + ms).toISOString()
  }
  await app.passTo(years(1, -1))
  expect(await readMemberLedger(app, member)).toMatchObject({
    event_point: 1_200,
    paid_point: 39_300,
  })
  await app.passTo(years(1))
  await app.tend()
  expect(await readMemberLedger(app, member)).toEqual({
    event_point: 0,
    event_lots: 0,
    paid_point: 39_300,
    paid_lots: 39_300,
    won: 40_000,
  })
  expect((await pointTransactions(member))[0]).toMatchObject({
    changed_point: -1_200,
    title: '이벤트 포인트 소멸',
    is_event: true,
    balance: 0,
    transaction_date: years(1),
    is_topup: false,
    episode: null,
  })
  await app.passTo(years(5))
  expect(await readMemberLedger(app, member)).toMatchObject({
    paid_point: 0,
    paid_lots: 0,
    won: 40_000,
  })
  // One ledger entry per lot.
  expect(
    (await pointTransactions(member)).filter(({ title }) => title === '충전 포인트 소멸'),
  ).toHaveLength(2)
})

test('expires a lot once when many workers run at the same time', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => makeCustomer(app)))
  for (const member of members) await topUp(app, member, 10_000)
  app.clock.advance(366 * 86_400_000)
  await Promise.all(Array.from({ length: 6 }, () => expirePoints(app.parts)))
  await expirePoints(app.parts)
  for (const member of members) {
    expect(await readMemberLedger(app, member)).toMatchObject({
      event_point: 0,
      paid_point: 10_000,
    })
    expect(
      (await pointTransactions(member)).filter(({ title }) => title.includes('소멸')),
    ).toHaveLength(1)
  }
})

test('sends one e-mail 30 days before points expire', async () => {
  const member = await makeCustomer(app)
  await topUp(app, member, 10_000)
  await app.pass(1)
  await topUp(app, member, 50_000)
  await app.pass(330)
  expect(await emailsTo(member)).toEqual([])
  await app.pass(6)
  const [message, ...more] = await emailsTo(member)
  expect(more).toEqual([])
  expect(message?.subject).toBe('[한편] 2,800P가 곧 사라져요')
  expect(message?.text).toMatch(/이벤트 포인트 300P[\s\S]*이벤트 포인트 2,500P/)
  await app.pass(1)
  expect(await emailsTo(member)).toHaveLength(1)
  await app.pass(40)
  expect(await readMemberLedger(app, member)).toMatchObject({ event_point: 0, paid_point: 60_000 })
})

test('sends nothing to a deleted account and still expires its points', async () => {
  const [deletedMember, activeMember] = [await makeCustomer(app), await makeCustomer(app)]
  for (const member of [deletedMember, activeMember]) await topUp(app, member, 10_000)
  await deleteAccount(app, deletedMember)
  await app.pass(340)
  const expiryNotices = async (member: Subscriber) =>
    (await emailsTo(member)).filter(({ subject }) => subject.includes('P가')).length
  expect([await expiryNotices(deletedMember), await expiryNotices(activeMember)]).toEqual([0, 1])
  await app.pass(40)
  const { rows } = await app.pool.query<{ left: number }>(
    `select count(*)::int as left from point_lots where kind = 'event' and remaining > 0`,
  )
  expect(rows).toEqual([{ left: 0 }])
})

test('ends a rental after 30 days and lets the member rent again', async () => {
  const member = await makeCustomer(app)
  const [episode, other] = [await makePaidEpisode(app), await makePaidEpisode(app)]
  const rent = async (episode_id: number) => {
    const { payment_window: window } = await orderEpisode(member, episode_id, 2)
    return member.call(transactions.confirmPayment, { body: await app.gateway.pay(window) })
  }
  await rent(episode)
  await rent(other)
  const states = async () => {
    const { results } = await member.call(transactions.listPurchases, { query: {} })
    return results.map(({ state }) => state)
  }
  /** The stored states, which do not depend on the clock. */
  const storedStates = async () => {
    const { rows } = await app.pool.query<{ state: string }>(
      `select p.state from purchases p join wallets w on w.id = p.wallet_id where w.member_id = $1 order by p.id desc`,
      [member.id],
    )
    return rows.map(({ state }) => state)
  }
  await app.passTo(new Date(app.clock.now().getTime() + 30 * 86_400_000 - 1).toISOString())
  expect([await states(), await storedStates()]).toEqual(Array(2).fill(['active', 'active']))
  await expect(rent(other)).rejects.toThrow('already_owned')
  app.clock.advance(1)
  expect(await states()).toEqual(['ended', 'ended'])
  // The rental ended by the clock alone: the periodic task has not run yet.
  await rent(other)
  expect(await storedStates()).toEqual(['active', 'ended', 'active'])
  await app.tend()
  expect(await storedStates()).toEqual(['active', 'ended', 'ended'])
  await rent(episode)
  expect(await states()).toEqual(['active', 'active', 'ended', 'ended'])
})
