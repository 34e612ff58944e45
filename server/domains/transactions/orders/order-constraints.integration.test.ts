import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { connectAsOwner } from '#test/app/owner-statements.ts'
import { buyByCard, makePaidEpisode, orderEpisode, topUp } from '#test/fixtures/payments.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let owner: Awaited<ReturnType<typeof connectAsOwner>>
let member: TestMember
let wallet: number
beforeAll(async () => {
  app = await openTestApp({ gateway: true })
  owner = await connectAsOwner(app)
  member = await makeMember(app)
  await topUp(app, member, 10_000)
  wallet = await owner.walletOf(member.id)
})
afterAll(async () => {
  await owner?.close()
  await app?.close()
})
const outcome = (...statements: string[]) => owner.outcome(...statements)

/** Places an order. @returns the clause that selects it */
const placeOrder = async () => {
  const { order } = await orderEpisode(member, await makePaidEpisode(app))
  return `where order_id = '${order.order_id}'`
}

test('orders keep the item and price that they were created with', async () => {
  const clause = await placeOrder()
  for (const change of [
    'amount = 1',
    'ownership_type_id = 2',
    'episode_id = episode_id + 1',
    `wallet_id = wallet_id + 1`,
    `title = '다른 것'`,
    `kind = 'points'`,
    `payment_method = 'point'`,
    `consented_at = consented_at + interval '1 day'`,
    'consented_at = null',
  ])
    expect(await outcome(`update orders set ${change} ${clause}`), change).toMatch(
      /cannot change|order_/,
    )
  expect(await outcome(`update orders set currency = 'USD' ${clause}`)).toMatch(
    /cannot change|currency/,
  )
})

test('orders follow the allowed status transitions only', async () => {
  const clause = await placeOrder()
  const to = (status: string, more = '') =>
    outcome(`update orders set status = '${status}'${more} ${clause}`)
  expect(await to('paid', `, paid_at = now(), payment_key = 'k'`)).toContain(
    'The status of an order cannot change',
  )
  expect(await to('unknown')).toContain('The status of an order cannot change')
  expect(
    await to('confirming', `, payment_key = 'k-of-confirming', processing_started_at = now()`),
  ).toBe('done')
  expect(await to('created')).toContain('The status of an order cannot change')
  expect(await to('unknown')).toBe('done')
  expect(await to('failed', `, failure_code = 'X'`)).toContain(
    'An unknown order changes only after another status check',
  )
  expect(await to('failed', `, failure_code = 'X', status_checks = status_checks + 1`)).toBe('done')
  expect(await to('confirming', ', failure_code = null')).toContain(
    'The status of an order cannot change',
  )
  expect(
    await outcome(
      `insert into orders (order_id, wallet_id, kind, status, payment_method, title, amount, point_amount, point_bonus,
         created_at, paid_at, payment_key)
       values ('made-as-paid', ${wallet}, 'points', 'paid', 'card', 'x', 7, 7, 0, now(), now(), 'k')`,
    ),
  ).toContain('A new order must have status created')
})

test('one order in flight per item, and no order is deleted', async () => {
  const clause = await placeOrder()
  const copy = (columns: string) =>
    outcome(
      `insert into orders (order_id, wallet_id, kind, payment_method, title, amount, created_at, ${columns})
       select order_id || 'x', wallet_id, kind, payment_method, title, amount, created_at, ${columns} from orders ${clause}`,
    )
  expect(await copy('episode_id, ownership_type_id')).toBe('orders_in_flight_episode')
  expect(await outcome(`delete from orders ${clause}`)).toContain('An order cannot be deleted')
})

test('one payment pays one order', async () => {
  const { order_id } = await buyByCard(app, member, await makePaidEpisode(app))
  const { order_id: other } = await buyByCard(app, member, await makePaidEpisode(app))
  const { rows } = await owner.client.query<{ payment_key: string }>(
    'select payment_key from orders where order_id = $1',
    [order_id],
  )
  expect(
    await outcome(
      `update orders set payment_key = '${rows[0]?.payment_key}' where order_id = '${other}'`,
    ),
  ).toMatch(/cannot change|orders_payment/)
})

test('paid and delivered, or neither', async () => {
  const { order_id } = await buyByCard(app, member, await makePaidEpisode(app))
  const row_id = `(select id from orders where order_id = '${order_id}')`
  // Refunded with the purchase kept, and the reverse.
  expect(
    await outcome(
      `update orders set status = 'cancelled', cancelled_amount = amount where id = ${row_id}`,
    ),
  ).toMatch(/its purchase is|does not match its order/)
  expect(
    await outcome(
      `update purchases set state = 'refunding' where order_id = ${row_id}`,
      `update purchases set state = 'refunded' where order_id = ${row_id}`,
    ),
  ).toMatch(/its purchase is|does not match its order/)
  expect(
    await outcome(`update purchases set state = 'refunded' where order_id = ${row_id}`),
  ).toContain('The state of a purchase cannot change')
  expect(await outcome(`delete from purchases where order_id = ${row_id}`)).toContain(
    'A purchase cannot be deleted',
  )
  const { order } = await orderEpisode(member, await makePaidEpisode(app))
  expect(
    await outcome(
      `insert into purchases (wallet_id, episode_id, ownership_type_id, order_id, purchased_at)
       select wallet_id, episode_id, 3, id, now() from orders where order_id = '${order.order_id}'`,
    ),
  ).toMatch(/its purchase is|does not match its order/)
  expect(
    await outcome(`update purchases set episode_id = episode_id - 1 where order_id = ${row_id}`),
  ).toContain('cannot change')
})

test('one active purchase per episode', async () => {
  const episode_id = await makePaidEpisode(app)
  await buyByCard(app, member, episode_id)
  expect(
    await outcome(
      `with made as (
         insert into orders (order_id, wallet_id, kind, status, payment_method, title, amount, episode_id,
           ownership_type_id, paid_point, created_at, paid_at)
         values ('another-of-it', ${wallet}, 'episode', 'paid', 'point', 'x', 7, ${episode_id}, 3, 7, now(), now())
         returning id)
       insert into purchases (wallet_id, episode_id, ownership_type_id, order_id, purchased_at)
       select ${wallet}, ${episode_id}, 3, id, now() from made`,
    ),
  ).toBe('purchases_one_active')
})

test('one refund per purchase, settled or failed once', async () => {
  const { order_id } = await buyByCard(app, member, await makePaidEpisode(app))
  const refund = `insert into refunds (wallet_id, order_id, kind, reason, title, amount, requested_at)
    select wallet_id, id, 'episode', 'requested', title, amount, now() from orders where order_id = '${order_id}'`
  expect(await outcome(refund)).toBe('done')
  expect(await outcome(refund)).toMatch(/^refunds_one/)
  const clause = `where order_id = (select id from orders where order_id = '${order_id}')`
  expect(await outcome(`update refunds set amount = 1 ${clause}`)).toContain(
    'settles or fails once and is final',
  )
  expect(
    await outcome(`update refunds set status = 'succeeded', succeeded_at = now() ${clause}`),
  ).toBe('done')
  expect(
    await outcome(`update refunds set status = 'failed', failure_code = 'X' ${clause}`),
  ).toContain('settles or fails once and is final')
  expect(await outcome(`delete from refunds ${clause}`)).toContain(
    'settles or fails once and is final',
  )
  expect(await outcome(refund)).toBe('refunds_one_per_purchase')
  // A top-up allows several refunds, one after the other.
  const top_up = await topUp(app, member, 3_000)
  const part = `insert into refunds (wallet_id, order_id, kind, reason, title, amount, paid_point, requested_at)
    select wallet_id, id, 'points', 'requested', title, 100, 100, now() from orders where order_id = '${top_up.order_id}'`
  expect(await outcome(part)).toBe('done')
  expect(await outcome(part)).toBe('refunds_one_at_a_time')
})
