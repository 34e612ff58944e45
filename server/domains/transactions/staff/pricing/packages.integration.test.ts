import { endpoints } from '#contract/index.ts'
import { connectAsOwner } from '#test/app/owner-statements.ts'
import type { ProblemResponseError } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { readMemberLedger } from '#test/fixtures/payments.ts'
import { openPaymentsTestApp, type PaymentsTestApp } from '#test/fixtures/subscriptions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

const { studio, studio_pricing: pricing, transactions } = endpoints

let app: PaymentsTestApp
let staff: TestMember
/** Each test sells an amount of its own. */
let amount = 2_000

beforeAll(async () => {
  app = await openPaymentsTestApp()
  staff = await makeMember(app, { is_staff: true, staff_role: 'finance' })
})
afterAll(() => app?.close())

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: ProblemResponseError) => error.problem.code,
  )
const create = (bonus: number) =>
  staff.call(pricing.createPackage, { body: { amount: (amount += 100), bonus } })
const replace = (id: number, bonus: number) =>
  staff.call(pricing.replacePackage, { params: { id }, body: { bonus } })
const retire = (id: number) => staff.call(pricing.retirePackage, { params: { id } })
const order = (member: TestMember, sold: { id?: number | undefined; amount: number }) =>
  member.call(transactions.createPointTransaction, {
    body: {
      changed_point: sold.amount,
      is_event: false,
      is_topup: true,
      payment_method: 'card',
      ...(sold.id !== undefined && { point_package_id: sold.id }),
    },
  })
const listed = async () => {
  await app.server.flushInvalidations()
  return (await app.call(transactions.listPackages, {})).results
}

it('sells the packages of the specification until staff change them', async () => {
  expect((await listed()).map((sold) => [sold.amount, sold.bonus])).toEqual([
    [1_000, 0],
    [3_000, 0],
    [5_000, 0],
    [10_000, 300],
    [30_000, 1_200],
    [50_000, 2_500],
    [100_000, 6_000],
  ])
})

it('sells a package with another bonus in place of the former one, which nobody can order', async () => {
  const former = await create(50)
  const current = await replace(former.id, 80)
  const ofAmount = (await listed()).filter((sold) => sold.amount === former.amount)
  expect(ofAmount).toEqual([{ id: current.id, amount: former.amount, bonus: 80 }])
  const member = await makeMember(app)
  expect(await codeOf(order(member, former))).toBe('package_changed')
  expect((await order(member, current)).order.points).toEqual({ amount: former.amount, bonus: 80 })
  // A client that names no package gets the one on sale.
  expect((await order(member, { amount: former.amount })).order.points?.bonus).toBe(80)
  expect(await codeOf(replace(former.id, 90))).toBe('edit_conflict')
})

it('delivers the bonus that was ordered, although the package is retired before the payment', async () => {
  const sold = await create(70)
  const member = await makeMember(app)
  const { payment_window: window } = await order(member, sold)
  await retire(sold.id)
  if (!window) throw new Error('A top-up has a payment window')
  await member.call(transactions.confirmPayment, { body: await app.gateway.pay(window) })
  expect(await readMemberLedger(app, member)).toMatchObject({
    paid_point: sold.amount,
    event_point: 70,
  })
  expect(await codeOf(order(await makeMember(app), sold))).toBe('package_changed')
  expect(await codeOf(order(await makeMember(app), { amount: sold.amount }))).toBe(
    'invalid_request',
  )
})

it('orders only what each buyer has seen while the bonus changes', async () => {
  const seen = await create(10)
  const buyers = await Promise.all(Array.from({ length: 24 }, () => makeMember(app)))
  const editing = (async () => {
    const { id } = await replace(seen.id, 20)
    await replace(id, 30)
  })()
  const results = await Promise.all(buyers.map((buyer) => codeOf(order(buyer, seen))))
  await editing
  for (const result of results) expect(['done', 'package_changed']).toContain(result)
  const { rows } = await app.pool.query<{ count: number }>(
    'select count(*)::int as count from orders where point_package_id = $1 and point_bonus = 10',
    [seen.id],
  )
  expect(rows[0]?.count).toBe(results.filter((result) => result === 'done').length)
  const { rows: all } = await app.pool.query<{ count: number }>(
    'select count(*)::int as count from orders where point_amount = $1',
    [seen.amount],
  )
  expect(all).toEqual(rows)
})

it('sells one package of an amount, although several are added at once', async () => {
  amount += 100
  const body = { amount, bonus: 5 }
  const results = await Promise.all(
    Array.from({ length: 8 }, () => codeOf(staff.call(pricing.createPackage, { body }))),
  )
  expect(results.filter((result) => result === 'done')).toHaveLength(1)
  expect(results.filter((result) => result === 'conflict')).toHaveLength(7)
})

it('records each change, and refuses a bonus above the amount', async () => {
  const added = await create(50)
  const changed = await replace(added.id, 60)
  await retire(changed.id)
  await retire(changed.id)
  const owner = await makeMember(app, { is_staff: true })
  const kindsOf = async (subject_id: number) => {
    const query = { subject_kind: 'point_package', subject_id }
    return (await owner.call(studio.listAuditLog, { query })).results.map(({ kind }) => kind)
  }
  expect(await kindsOf(added.id)).toEqual(['pricing.package_added'])
  expect(await kindsOf(changed.id)).toEqual(['pricing.package_retired', 'pricing.package_changed'])
  const body = { amount: 2_000, bonus: 2_001 }
  expect(await codeOf(staff.call(pricing.createPackage, { body }))).toBe('invalid_request')
})

it('has constraints: a package never changes, and an order has the terms of one on sale', async () => {
  const owner = await connectAsOwner(app)
  const sold = await create(50)
  const member = await makeMember(app)
  await order(member, sold)
  const unchanged = 'A package does not change, and is retired for good'
  const update = (set: string) =>
    owner.outcome(`update point_packages set ${set} where id = ${sold.id}`)
  expect(await update('bonus = 1')).toBe(unchanged)
  const copy = (bonus: number) =>
    owner.outcome(
      `insert into orders (order_id, wallet_id, kind, payment_method, title, amount, point_amount, point_bonus, point_package_id,
         created_at)
       select order_id || 'x', wallet_id, kind, payment_method, title, amount, point_amount, ${bonus}, point_package_id, created_at
       from orders where point_package_id = ${sold.id}`,
    )
  const refusal = 'A top-up must have the terms of a package on sale'
  expect(await copy(51)).toBe(refusal)
  expect(await copy(50)).toBe('orders_in_flight_points')
  await retire(sold.id)
  expect(await copy(50)).toBe(refusal)
  expect(await update('retired_at = null')).toBe(unchanged)
  await owner.close()
})
