import {
  makeSubscriber,
  openPaymentsTestApp,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

// What the database refuses of subscriptions, whoever writes; the ledger's and the orders' are in `../invariants.test.ts`.

let shop: PaymentsTestApp
let owner: pg.Client
/** The wallet of somebody who has joined, for a statement. */
let wallet: string
beforeAll(async () => {
  shop = await openPaymentsTestApp()
  owner = new pg.Client({ connectionString: shop.owner_url })
  await owner.connect()
  const { id } = await makeSubscriber(shop)
  wallet = `(select id from wallets where member_id = ${id})`
})
afterAll(async () => {
  await owner?.end()
  await shop?.close()
})

/** The constraint that a statement of the database's owner breaks, or what it is refused with. */
const refused = (sql: string) =>
  owner.query(sql).then(
    () => 'done',
    ({ constraint, message }: pg.DatabaseError) => constraint ?? message,
  )

test('S1: a wallet has one subscription, for good', async () => {
  expect(await refused(`insert into subscriptions (wallet_id) values (${wallet})`)).toBe(
    'subscriptions_wallet_id_key',
  )
  await expect(
    shop.pool.query(`delete from subscriptions where wallet_id = ${wallet}`),
  ).rejects.toThrow('permission denied')
})

test('S2: a period is charged once, and one attempt at a time', async () => {
  const copy = `insert into orders (order_id, wallet_id, kind, payment_method, title, amount, plan_id, subscription_id,
      period_start, created_at)
    select order_id || 'x', wallet_id, kind, payment_method, title, amount, plan_id, subscription_id, period_start, created_at
    from orders where wallet_id = ${wallet}`
  expect(await refused(copy)).toBe('orders_period')
})

test('S3, S4: when a period begins and ends, and until when films play, is nobody’s to write', async () => {
  for (const column of ['period_start', 'period_end', 'access_until', 'due_at'])
    expect(
      await refused(`update subscriptions set ${column} = now() where wallet_id = ${wallet}`),
    ).toContain('can only be updated to DEFAULT')
})

test('one card is charged for a wallet, and one return of a window registers one', async () => {
  const copy = (
    auth_hash: string,
  ) => `insert into billing_cards (wallet_id, auth_hash, key_sealed, key_index, company,
      masked_number, registered_at)
    select wallet_id, ${auth_hash}, key_sealed, key_index || '\\x01', company, masked_number, registered_at
    from billing_cards where wallet_id = ${wallet}`
  expect(await refused(copy('auth_hash'))).toBe('billing_cards_auth_hash_key')
  expect(await refused(copy(`sha256(auth_hash)`))).toBe('billing_cards_wallet')
})
