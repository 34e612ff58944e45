import {
  makeSubscriber,
  openPaymentsTestApp,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import { connectAsOwner } from '#test/app/owner-statements.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Constraints on subscriptions apply to every role. `../ledger/` and `../orders/` have those of the ledger and of orders.

let app: PaymentsTestApp
let owner: Awaited<ReturnType<typeof connectAsOwner>>
/** A subquery for the wallet of a subscribed member. */
let wallet: string
beforeAll(async () => {
  app = await openPaymentsTestApp()
  owner = await connectAsOwner(app)
  const { id } = await makeSubscriber(app)
  wallet = `(select id from wallets where member_id = ${id})`
})
afterAll(async () => {
  await owner?.close()
  await app?.close()
})

const outcome = (...statements: string[]) => owner.outcome(...statements)

test('a wallet has one permanent subscription', async () => {
  expect(await outcome(`insert into subscriptions (wallet_id) values (${wallet})`)).toBe(
    'subscriptions_wallet_id_key',
  )
  await expect(
    app.pool.query(`delete from subscriptions where wallet_id = ${wallet}`),
  ).rejects.toThrow('permission denied')
})

test('a period is charged once, with one attempt at a time', async () => {
  const copy = `insert into orders (order_id, wallet_id, kind, payment_method, title, amount, plan_id, subscription_id,
      period_start, created_at)
    select order_id || 'x', wallet_id, kind, payment_method, title, amount, plan_id, subscription_id, period_start, created_at
    from orders where wallet_id = ${wallet}`
  expect(await outcome(copy)).toBe('orders_period')
})

test('generated period columns cannot be written', async () => {
  for (const column of ['period_start', 'period_end', 'access_until', 'next_action_at'])
    expect(
      await outcome(`update subscriptions set ${column} = now() where wallet_id = ${wallet}`),
    ).toContain('can only be updated to DEFAULT')
})

test('one card per wallet is charged, and one return of a window registers one card', async () => {
  const copy = (
    auth_key_hash: string,
  ) => `insert into billing_cards (wallet_id, auth_key_hash, billing_key_ciphertext, billing_key_blind_index, company,
      masked_number, registered_at)
    select wallet_id, ${auth_key_hash}, billing_key_ciphertext, billing_key_blind_index || '\\x01', company, masked_number, registered_at
    from billing_cards where wallet_id = ${wallet}`
  expect(await outcome(copy('auth_key_hash'))).toBe('billing_cards_auth_key_hash_key')
  expect(await outcome(copy(`sha256(auth_key_hash)`))).toBe('billing_cards_wallet')
})

test('no renewal is charged while the deletion of the account is scheduled', async () => {
  const charge = `insert into subscription_charges
    select order_id + 1000000, 'renew', price, 0, billing_cycle_anchor, 1, card_id, false, null, null
    from subscription_charges where order_id = (select order_id from subscriptions where wallet_id = ${wallet})`
  const order = `insert into orders (id, order_id, wallet_id, kind, payment_method, title, amount, plan_id, subscription_id,
      period_start, created_at)
    overriding system value
    select id + 1000000, order_id || 'renewal', wallet_id, kind, payment_method, title, amount, plan_id, subscription_id,
      period_start + interval '1 month', created_at
    from orders where wallet_id = ${wallet} and kind = 'subscription'`
  const closing = `insert into account_deletions
    select member_id, now(), now() + interval '7 days', false, false, false, '' from wallets where id = ${wallet}`
  expect(await outcome(order, closing, charge)).toBe('no_renewal_before_deletion')
  expect(await outcome(order, charge, 'rollback')).toBe('done')
})
