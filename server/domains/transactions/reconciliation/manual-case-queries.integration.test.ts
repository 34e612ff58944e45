import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { buyByCard, makePaidEpisode } from '#test/fixtures/payments.ts'
import {
  makeSubscriber,
  openPaymentsTestApp,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readOpenManualCases } from './reconciliation-queries.ts'
import { beginStaffRefund } from '../refunds/refund-order.ts'
import { markSubscriptionEnded } from '../subscriptions/subscription-queries.ts'

// Declined refunds that no member requested open a manual case. `close-account.integration.test.ts` covers deleted accounts and
// `unmatched-payments.integration.test.ts` payments that match no order.

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(() => app.rest())
afterAll(() => app?.close())

const code = 'NOT_CANCELABLE_PAYMENT'
const declineNextCancel = () => app.gateway.faults.add({ call: 'cancel', kind: 'code', code })
const casesOf = async (order_id: string) =>
  (await readOpenManualCases(app.db)).filter((manualCase) => manualCase.order_id === order_id)

test('opens one case when an automatic refund is declined', async () => {
  const member = await makeSubscriber(app)
  const { subscription } = await member.mine()
  if (!subscription) throw new Error('The member has no subscription')
  app.gateway.faults.add({ call: 'chargeBilling', kind: 'error_500_after' })
  app.gateway.faults.add({ call: 'readOrder', kind: 'error_500' })
  await app.passTo(subscription.period_end)
  await app.transact((tx) => markSubscriptionEnded(tx, subscription.id, app.clock.now()))
  const { rows } = await app.pool.query<{ id: number; order_id: string }>(
    `select o.id, o.order_id from orders o join wallets w on w.id = o.wallet_id
     where w.member_id = $1 and o.status = 'unknown'`,
    [member.id],
  )
  const [{ id, order_id } = { id: 0, order_id: '' }] = rows
  await app.workNow('process_payment', { order_id: id })
  const refunds = await app.pool.query<{ id: number }>(
    `select id from refunds where order_id = $1 and reason = 'undeliverable'`,
    [id],
  )
  const refund_id = refunds.rows[0]?.id ?? 0
  declineNextCancel()
  await app.workNow('process_refund', { refund_id })
  const expected = [{ kind: 'refund', amount: 10_900, failure_code: code }]
  expect(await casesOf(order_id)).toMatchObject(expected)
  // A second run of the job opens no second case.
  await app.workNow('process_refund', { refund_id })
  expect(await casesOf(order_id)).toHaveLength(1)
})

test('opens a case for a declined staff refund, but not for a member’s own refund request', async () => {
  const member = await makeMember(app)
  const episode_id = await makePaidEpisode(app)
  const { order_id } = await buyByCard(app, member, episode_id)
  const request = { member_id: member.id, order_id, now: app.clock.now() }
  const { refund } = await app.transact((tx) => beginStaffRefund(tx, app.parts, request))
  declineNextCancel()
  await app.workNow('process_refund', { refund_id: refund.id })
  expect(await casesOf(order_id)).toMatchObject([{ kind: 'refund', amount: 1_500 }])

  const other = await buyByCard(app, member, await makePaidEpisode(app))
  declineNextCancel()
  const own = await member.call(transactions.requestRefund, { body: { order_id: other.order_id } })
  expect(own.status).toBe('failed')
  expect(await casesOf(other.order_id)).toEqual([])
})
