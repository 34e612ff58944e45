// hard: compares 70,000 payments (13 s); reconcile.integration.test.ts has the rules.
import { makeMember } from '#test/fixtures/members.ts'
import { topUp } from '#test/fixtures/payments.ts'
import { openPaymentsTestApp, type PaymentsTestApp } from '#test/fixtures/subscriptions.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TossTransaction } from '../../../../simulators/payment-gateway/store.ts'
import { formatSeoulTime } from '../../../../simulators/payment-gateway/payments.ts'
import { seoulDayStart, reconcile } from './reconcile.ts'

// A PostgreSQL statement has at most 65,535 bind parameters.

let app: PaymentsTestApp
let owner: pg.Client
beforeAll(async () => {
  app = await openPaymentsTestApp('2027-03-01T03:00:00.000Z')
  owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  await topUp(app, await makeMember(app), 1_000)
  app.clock.advance(86_400_000)
})
afterAll(async () => {
  await owner?.end()
  await app?.close()
})

const today = () => {
  const from = seoulDayStart(app.clock.now())
  return { from, to: new Date(from.getTime() + 86_400_000) }
}

/** Inserts rows with triggers disabled: 70,000 real payments would take minutes. */
async function insertUnchecked(sql: string, values: unknown[]) {
  await owner.query('begin')
  await owner.query('set local session_replication_role = replica')
  await owner.query(sql, values)
  await owner.query('commit')
}

test('records all 7,000 differences of one day', async () => {
  // Ten columns per row exceed the limit of bind parameters per statement.
  const count = 7_000
  const at = today().from.getTime() + 7 * 3_600_000
  // Transactions of another merchant need no further reads.
  app.gateway.book(
    Array.from({ length: count }, (_, n) => ({
      ...transactionAt(new Date(at + n), `foreign-${n}`),
      mId: 'another merchant',
    })),
  )
  const { id } = await reconcile(app.parts, today())
  const { rows } = await app.pool.query<{ count: number }>(
    'select count(*)::int as count from reconciliation_differences where reconciliation_id = $1',
    [id],
  )
  expect(rows[0]?.count).toBe(count)
}, 120_000)

test('matches 70,000 payments of one day, many of them within one hour', async () => {
  app.clock.advance(86_400_000)
  const count = 70_000
  const at = today().from.getTime() + 5 * 3_600_000
  const wallet = await app.pool.query<{ id: number }>('select id from wallets order by id limit 1')
  const wallet_id = wallet.rows[0]?.id
  await insertUnchecked(
    `insert into orders (order_id, wallet_id, kind, status, payment_method, title, amount, point_amount, point_bonus,
       payment_key, created_at, paid_at)
     select 'many-' || n, $1, 'points', 'paid', 'card', 'x', 1000, 1000, 0, 'many-key-' || n, $2, $2
     from generate_series(1, $3::int) n`,
    [wallet_id, new Date(at), count],
  )
  await insertUnchecked(
    `insert into ledger_entries (wallet_id, kind, source_type, source_id, title, order_id, amount_krw, created_at)
     select $1, 'top_up', 'order', id, 'x', id, 1000, $2 from orders where order_id like 'many-%'`,
    [wallet_id, new Date(at)],
  )
  app.gateway.book(
    Array.from({ length: count }, (_, n) => ({
      ...transactionAt(new Date(at + (n % 3_000_000)), `many-key-${n + 1}`),
      orderId: `many-${n + 1}`,
      amount: 1_000,
    })),
  )
  const result = await reconcile(app.parts, today())
  expect(result).toMatchObject({ gateway_count: count, entry_count: count, differences: [] })
}, 120_000)

/** Returns a gateway transaction that matches no payment. */
function transactionAt(at: Date, key: string): TossTransaction {
  return {
    mId: app.parts.payments.merchant_id,
    transactionKey: key,
    paymentKey: key,
    orderId: `order-of-${key}`,
    method: '카드',
    customerKey: null,
    useEscrow: false,
    receiptUrl: null,
    status: 'DONE',
    transactionAt: formatSeoulTime(at),
    currency: 'KRW',
    amount: 500,
  }
}
