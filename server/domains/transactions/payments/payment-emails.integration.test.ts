import { endpoints } from '#contract/index.ts'
import type { TestMember } from '#test/fixtures/members.ts'
import {
  buyByCard,
  buyWithPoints,
  makePaidEpisode,
  orderEpisode,
  topUp,
} from '#test/fixtures/payments.ts'
import {
  makeCustomer,
  makeSubscriber,
  openPaymentsTestApp,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(() => app.rest())
afterAll(() => app?.close())

const { transactions } = endpoints

/** The e-mails to a member since the last call. */
async function emailsTo({ email }: TestMember) {
  const { rows } = await app.pool.query<{ subject: string; text: string }>(
    'delete from messages where recipient = $1 returning subject, text',
    [email],
  )
  return rows
}

const refund = (member: TestMember, body: { episode_id?: number; order_id?: string }) =>
  member.call(transactions.requestRefund, { body })

test('e-mails the receipt of a film bought by card once, and then its refund', async () => {
  const member = await makeCustomer(app)
  const episode_id = await makePaidEpisode(app, { price: 1_700 })
  const { order, payment_window } = await orderEpisode(member, episode_id)
  const body = await app.gateway.pay(payment_window)
  // Sent twice: the page was reloaded.
  await member.call(transactions.confirmPayment, { body })
  await member.call(transactions.confirmPayment, { body })
  const [receipt, ...more] = await emailsTo(member)
  expect(more).toEqual([])
  expect(receipt?.subject).toMatch(/^\[한편\] .+ 소장 결제가 완료됐어요$/)
  expect(receipt?.text).toMatch(/결제 금액: 1,700원\n결제 카드: .+\*/)
  expect(receipt?.text).toContain(`/mypage/payments/${order.order_id}\n`)

  await refund(member, { episode_id })
  const [refunded, ...others] = await emailsTo(member)
  expect(others).toEqual([])
  expect(refunded?.subject).toMatch(/소장 환불이 완료됐어요$/)
  expect(refunded?.text).toContain('카드로 환불: 1,700원')
  expect(refunded?.text).toContain(`/mypage/payments/${order.order_id}\n`)
})

test('names the time until which a rental must be started', async () => {
  const member = await makeCustomer(app)
  await buyByCard(app, member, await makePaidEpisode(app, { rental_price: 500 }), 2)
  const [receipt] = await emailsTo(member)
  expect(receipt?.text).toMatch(/48시간 동안[\s\S]*결제 금액: 500원[\s\S]*재생 시작 기한: \d{4}년/)
})

test('e-mails top-ups with their bonus, and nothing for a purchase with points', async () => {
  const member = await makeCustomer(app)
  await topUp(app, member, 10_000)
  const [receipt] = await emailsTo(member)
  expect(receipt?.subject).toBe('[한편] 10,000P를 충전했어요')
  expect(receipt?.text).toMatch(/결제 금액: 10,000원[\s\S]*보너스 포인트: 300P\n사용 기한: \d{4}년/)
  const episode_id = await makePaidEpisode(app, { price: 1_500 })
  await buyWithPoints(member, episode_id, 1_500)
  expect(await emailsTo(member)).toEqual([])
  await refund(member, { episode_id })
  const [refunded] = await emailsTo(member)
  expect(refunded?.text).toContain('포인트로 환불: 1,500P')
})

test('e-mails that the gateway declined a refund and the item stays', async () => {
  const member = await makeCustomer(app)
  const episode_id = await makePaidEpisode(app, { price: 1_700 })
  await buyByCard(app, member, episode_id)
  await emailsTo(member)
  app.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'NOT_CANCELABLE_PAYMENT' })
  await refund(member, { episode_id })
  expect((await emailsTo(member)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/환불이 되지 않았어요$/),
  ])
})

test('confirms that a plan is not renewed any more, once, and its refund', async () => {
  const member = await makeSubscriber(app)
  await emailsTo(member)
  await member.renews(false)
  await member.renews(false)
  const [stopped, ...more] = await emailsTo(member)
  expect(more).toEqual([])
  expect(stopped?.subject).toBe('[한편] 스탠다드 이용권을 해지했어요')
  expect(stopped?.text).toMatch(/재생: .+까지\n다음 결제: 없음/)
  const { subscription } = await member.mine()
  await refund(member, { order_id: subscription!.order_id! })
  const [refunded] = await emailsTo(member)
  expect(refunded?.text).toContain('카드로 환불: 10,900원')
})
