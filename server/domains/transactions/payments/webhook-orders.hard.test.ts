// hard: all 120 orders of five webhooks (12 s); webhooks.integration.test.ts has repeated and disordered ones.
import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  openWebhookFixture,
  readMemberLedger,
  orderTopUp,
  type WebhookFixture,
} from '#test/fixtures/payments.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

// Webhooks are unsigned and arrive in any order, so the server trusts none of their content.

let fixture: WebhookFixture
let app: TestApp
beforeAll(async () => {
  fixture = await openWebhookFixture()
  app = fixture.app
})
afterEach(() => app.gateway.faults.clear())
afterAll(() => fixture?.close())

/** @returns every permutation. */
function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((first, index) =>
    permutations(items.toSpliced(index, 1)).map((others) => [first, ...others]),
  )
}

test('ends in the same state for all 120 orders of five webhooks, each sent twice', async () => {
  const sequences = permutations(['READY', 'IN_PROGRESS', 'DONE', 'ABORTED', 'CANCELED'])
  expect(sequences).toHaveLength(120)
  const member = await makeMember(app)
  const outcomes = new Set<string>()
  for (const [index, order] of sequences.entries()) {
    const { payment_window: window, order: created } = await orderTopUp(member, 1_000)
    const { order_id } = created
    const id = await fixture.idOf(order_id)
    const body = await app.gateway.pay(window!)
    const sendTwice = async (status: string) => {
      const data = { orderId: order_id, status, paymentKey: body.payment_key, totalAmount: 1_000 }
      await Promise.all([fixture.sendWebhook(data), fixture.sendWebhook(data)])
    }
    const [before = '', first = '', second = '', third = '', after = ''] = order
    await sendTwice(before)
    app.gateway.faults.add({ call: 'confirm', kind: index % 2 ? 'error_500_after' : 'error_500' })
    app.gateway.faults.add({ call: 'read', kind: 'error_500' })
    await member.call(transactions.confirmPayment, { body })
    for (const status of [first, second]) await sendTwice(status)
    await Promise.all([app.workNow('process_payment', { order_id: id }), sendTwice(third)])
    await sendTwice(after)
    const { status, failure, cancelled_amount } = await fixture.readOrder(member, order_id)
    const payments = app.gateway.payments(order_id).map((payment) => payment.status)
    outcomes.add(JSON.stringify({ status, failure, cancelled_amount, payments }))
  }
  expect([...outcomes].map((end) => JSON.parse(end) as object)).toEqual([
    { status: 'paid', failure: null, cancelled_amount: 0, payments: ['DONE'] },
  ])
  expect(await readMemberLedger(app, member)).toMatchObject({ paid_point: 120_000, won: 120_000 })
}, 120_000)
