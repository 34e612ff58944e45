import { transactions } from '#contract/transactions/transactions.ts'
import { expectProblem, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ gateway: true })))
afterAll(() => app?.close())

test('names a top-up itself, whatever title it was sent with', async () => {
  const member = await makeMember(app)
  const charge = (title: string) =>
    member.call(transactions.createPointTransaction, {
      body: {
        changed_point: 1_000,
        is_event: false,
        is_topup: true,
        payment_method: 'card',
        title,
      },
    })
  for (const title of ['', ' ', '가'.repeat(101), '줄\n바꿈']) {
    const { errors } = await expectProblem(charge(title))
    expect(errors).toMatchObject([{ field: 'title' }])
  }
  const forged = '[한편] 고객센터 환불 완료 100,000원'
  const { order, payment_window: window } = await charge(forged)
  expect([order.title, window?.order_name]).toEqual(['포인트 1,000P 충전', '포인트 1,000P 충전'])
  await member.call(transactions.confirmPayment, { body: await app.gateway.pay(window!) })
  const histories = await Promise.all([
    member.call(transactions.listPointTransactions, { query: {} }),
    member.call(transactions.listLedgerEntries, { query: {} }),
    member.call(transactions.listPoints, { query: {} }),
  ])
  for (const { results } of histories)
    expect(results[0]).toMatchObject({ title: '포인트 1,000P 충전' })
  const { rows } = await app.pool.query('select subject, text from messages where recipient = $1', [
    member.email,
  ])
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('고객센터')
})
