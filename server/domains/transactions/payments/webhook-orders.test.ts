// hard: all 120 orders of five webhooks (12 s); webhooks.test.ts has repeated and disordered ones.
import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { readMemberLedger, orderTopUp } from '#test/fixtures/payments.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

// Webhooks are unsigned and arrive in any order, so the server trusts none of their content.

let world: TestApp
/** Also reads the job queue, which the application role may not. */
let owner: pg.Client
beforeAll(async () => {
  world = await openTestApp({ gateway: true, env: { TOSS_TIMEOUT_MS: '500' } })
  owner = new pg.Client({ connectionString: world.owner_url })
  await owner.connect()
})
afterEach(() => world.gateway.faults.clear())
afterAll(async () => {
  await owner?.end()
  await world?.close()
})

const hear = (data: object, eventType = 'PAYMENT_STATUS_CHANGED') =>
  fetch(`${world.origin}/api/transactions/webhooks/toss/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ eventType, createdAt: '2026-01-01T00:00:00.000000', data }),
  })

async function idOf(order_id: string): Promise<number> {
  const { rows } = await world.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order_id],
  )
  return rows[0]?.id ?? 0
}

const readOrder = (member: TestMember, order_id: string) =>
  member.call(transactions.readOrder, { params: { order_id } })

/** @returns every permutation. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]]
  return things.flatMap((first, at) =>
    orders(things.toSpliced(at, 1)).map((others) => [first, ...others]),
  )
}

test('ends in the same state for all 120 orders of five webhooks, each sent twice', async () => {
  const all = orders(['READY', 'IN_PROGRESS', 'DONE', 'ABORTED', 'CANCELED'])
  expect(all).toHaveLength(120)
  const member = await makeMember(world)
  const ends = new Set<string>()
  for (const [at, order] of all.entries()) {
    const { window, order: made } = await orderTopUp(member, 1_000)
    const { order_id } = made
    const id = await idOf(order_id)
    const body = await world.gateway.pay(window!)
    const tell = async (status: string) => {
      const data = { orderId: order_id, status, paymentKey: body.payment_key, totalAmount: 1_000 }
      await Promise.all([hear(data), hear(data)])
    }
    const [before = '', first = '', second = '', third = '', after = ''] = order
    await tell(before)
    world.gateway.faults.add({ call: 'confirm', kind: at % 2 ? 'error_500_after' : 'error_500' })
    world.gateway.faults.add({ call: 'read', kind: 'error_500' })
    await member.call(transactions.confirmPayment, { body })
    for (const status of [first, second]) await tell(status)
    await Promise.all([world.workNow('process_payment', { order_id: id }), tell(third)])
    await tell(after)
    const { status, failure, cancelled_amount } = await readOrder(member, order_id)
    const payments = world.gateway.payments(order_id).map((payment) => payment.status)
    ends.add(JSON.stringify({ status, failure, cancelled_amount, payments }))
  }
  expect([...ends].map((end) => JSON.parse(end) as object)).toEqual([
    { status: 'paid', failure: null, cancelled_amount: 0, payments: ['DONE'] },
  ])
  expect(await readMemberLedger(world, member)).toMatchObject({ paid_point: 120_000, won: 120_000 })
}, 120_000)
