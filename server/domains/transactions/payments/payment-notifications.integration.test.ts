import { endpoints } from '#contract/index.ts'
import type { TestMember } from '#test/fixtures/members.ts'
import { buyByCard, makePaidEpisode, topUp } from '#test/fixtures/payments.ts'
import {
  makeCustomer,
  makeSubscriber,
  openPaymentsTestApp,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(() => app.rest())
afterAll(() => app?.close())

const { listNotifications } = endpoints.notifications

const inboxOf = async (member: Pick<TestMember, 'call'>) =>
  (await member.call(listNotifications, { query: {} })).results
const titlesOf = async (member: Pick<TestMember, 'call'>) =>
  (await inboxOf(member)).map(({ title }) => title)

it('notifies of a payment by card and of its refund', async () => {
  const member = await makeCustomer(app)
  const { order_id } = await buyByCard(app, member, await makePaidEpisode(app, { price: 1_700 }))
  await member.call(endpoints.transactions.requestRefund, { body: { order_id } })
  expect(await inboxOf(member)).toMatchObject([
    { kind: 'refund', title: '1,700원 환불했어요', path: `/mypage/payments/${order_id}` },
    { kind: 'payment', title: '1,700원 결제했어요', path: `/mypage/payments/${order_id}` },
  ])
})

it('notifies of the beginning and of the renewal of a subscription, once a period', async () => {
  const member = await makeSubscriber(app)
  await app.pass(31)
  await app.tend()
  expect(await titlesOf(member)).toEqual(['이용권을 갱신했어요', '이용권을 시작했어요'])
})

it('notifies a day before a rental ends, and again once playing has brought its end forward', async () => {
  const member = await makeCustomer(app)
  const episode_id = await makePaidEpisode(app, { rental_price: 500 })
  await buyByCard(app, member, episode_id, 2)
  await app.pass(28)
  expect(await titlesOf(member)).not.toContain('대여 기간이 곧 끝나요')
  await app.pass(1.5)
  await app.tend()
  const ending = async () =>
    (await titlesOf(member)).filter((title) => title === '대여 기간이 곧 끝나요').length
  expect(await ending()).toBe(1)
  await app.pool.query(
    `update purchases set first_used_at = $2::timestamptz, expires_at = $2::timestamptz + interval '2 days' where episode_id = $1`,
    [episode_id, app.clock.now()],
  )
  await app.tend()
  expect(await ending()).toBe(1)
  await app.pass(1.5)
  expect(await ending()).toBe(2)
})

it('notifies of points that expire within 30 days, all together', async () => {
  const member = await makeCustomer(app)
  await topUp(app, member, 10_000)
  await app.pass(340)
  await app.tend()
  expect((await inboxOf(member))[0]).toMatchObject({
    kind: 'points_expiring',
    title: '300P가 곧 사라져요',
  })
})
