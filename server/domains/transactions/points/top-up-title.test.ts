import { transactions } from '#contract/transactions/transactions.ts'
import { expectProblem, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ gateway: true })))
afterAll(() => app?.close())

test('keeps the title that a top-up was sent with, in 1 to 100 characters', async () => {
  const member = await makeMember(app)
  const charge = (title: string) =>
    member.call(transactions.createPointTransaction, {
      body: {
        ...{ changed_point: 1_000, is_event: false, is_topup: true, payment_method: 'card', title },
      },
    })
  for (const title of ['', ' ', '가'.repeat(101), '줄\n바꿈']) {
    const { errors } = await expectProblem(charge(title))
    expect(errors).toMatchObject([{ field: 'title' }])
  }
  const { order, payment_window: window } = await charge('첫 충전')
  expect(order.title).toBe('첫 충전')
  await member.call(transactions.confirmPayment, { body: await app.gateway.pay(window!) })
  const { results } = await member.call(transactions.listPointTransactions, { query: {} })
  expect(results[0]).toMatchObject({ title: '첫 충전', changed_point: 1_000 })
})
