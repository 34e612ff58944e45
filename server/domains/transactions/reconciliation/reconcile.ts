import type { Db, Tx } from '#server/db/client.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import type { Payment, Transaction } from '#server/adapters/payments/index.ts'
import { type ManualCase, readOpenManualCases } from './manual-cases.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { readCancelledUnmatched } from '../payments/unmatched-payments.ts'
import { sql } from 'kysely'
import { type LedgerPayment, matchTransactions, type Difference } from './match-transactions.ts'

type Parts = Pick<PaymentDependencies, 'db' | 'transact' | 'payments' | 'clock'>

/** Half-open interval: `from` is included, `to` is excluded. */
export type ReconciliationPeriod = { from: Date; to: Date }

export type Reconciliation = {
  id: number
  /** Number of gateway transactions, and of ledger entries with won, in the period. */
  gateway_count: number
  entry_count: number
  differences: Difference[]
  /** All open manual cases, of any day. */
  manual_cases: ManualCase[]
}

type Options = {
  is_daily?: boolean
  /** Also compares this time before the period, in ms, and reports only differences that no daily run has stored. */
  overlap_ms?: number
  /** Aborts before the next list request; nothing is stored then. */
  signal?: AbortSignal | undefined
}

/** Length of one comparison, in ms, which bounds memory use. */
const windowMs = 3_600_000
/** Rows per statement. */
const batchSize = 1_000

/**
 * Compares the gateway's transactions of a period with the ledger, in both directions, and stores the result (P9). A gateway
 * transaction is searched in the whole ledger, and a ledger entry in the whole payment at the gateway, so completion after
 * midnight is no difference.
 * @throws StartupError if the gateway does not answer; nothing is stored then.
 */
export async function reconcile(
  parts: Parts,
  { from, to }: ReconciliationPeriod,
  { is_daily = false, overlap_ms = 0, signal }: Options = {},
): Promise<Reconciliation> {
  const differences = new Map<string, Difference>()
  const counts = { gateway_count: 0, entry_count: 0 }
  const begin = from.getTime() - overlap_ms
  for (let start = begin; start < to.getTime(); start += windowMs) {
    signal?.throwIfAborted()
    const end = Math.min(start + windowMs, to.getTime())
    const compared = await compareWindow(parts, { from: new Date(start), to: new Date(end) })
    // An order with transactions in several windows yields the same differences in each.
    for (const one of compared.differences) differences.set(differenceKey(one), one)
    if (start < from.getTime()) continue
    counts.gateway_count += compared.gateway_count
    counts.entry_count += compared.entry_count
  }
  const sorted = [...differences.values()].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const newDifferences = overlap_ms > 0 ? await excludeStored(parts.db, sorted) : sorted
  const run = {
    ...{ from_at: from.toISOString(), to_at: to.toISOString(), is_daily, ...counts },
    run_at: parts.clock.now().toISOString(),
  }
  const id = await parts.transact((tx) => storeReconciliation(tx, run, newDifferences))
  return {
    id,
    ...counts,
    differences: newDifferences,
    manual_cases: await readOpenManualCases(parts.db),
  }
}

const differenceKey = ({ kind, movement, order_id, transaction_key, entry_id }: Difference) =>
  [kind, movement, order_id, transaction_key, entry_id].join(' ')

async function compareWindow(parts: Parts, { from, to }: ReconciliationPeriod) {
  const { db } = parts
  const { merchant_id } = parts.payments
  const inWindow = (at: string) => Date.parse(at) >= from.getTime() && Date.parse(at) < to.getTime()
  const listed = (await readTransactions(parts, { from, to })).filter((one) =>
    inWindow(one.transaction_at),
  )
  const under_way = await readPendingOrders(db)
  const ledgerPayments = await readLedgerPayments(db, {
    from,
    to,
    order_ids: listed.map((one) => one.order_id),
  })
  const cancelledUnmatched = await readCancelledUnmatched(db, [
    ...new Set(listed.map((one) => one.payment_key)),
  ])
  const compare = (theirs: readonly Transaction[]) =>
    matchTransactions({
      theirs: theirs.filter((one) => !cancelledUnmatched.has(one.payment_key)),
      ...{ ours: ledgerPayments, merchant_id, under_way },
    })
  const first = compare(listed)
  // Gateway and ledger may date a transaction differently, so read the whole payment. Foreign transactions stay as listed.
  const mismatchedOrders = new Set(
    first.flatMap((one) => (one.kind === 'foreign' ? [] : one.order_id)),
  )
  const theirs = listed.filter((one) => !mismatchedOrders.has(one.order_id) || one.kind === 'other')
  for (const order_id of mismatchedOrders) theirs.push(...(await readPayment(parts, order_id)))
  return {
    gateway_count: listed.length,
    entry_count: ledgerPayments.filter((one) => inWindow(one.created_at)).length,
    differences: mismatchedOrders.size > 0 ? compare(theirs) : first,
  }
}

/** Reads all gateway transactions of a period, page by page. */
async function readTransactions(
  { payments }: Parts,
  { from, to }: ReconciliationPeriod,
): Promise<Transaction[]> {
  const all: Transaction[] = []
  let after: string | undefined
  do {
    const page = await payments.listTransactions({
      ...{ start: from.toISOString(), end: to.toISOString() },
      ...(after === undefined ? {} : { after }),
    })
    if (page.status !== 'done')
      throw gatewayError(page.status === 'refused' ? page.code : page.reason)
    if (after !== undefined && page.response.next === after) throw gatewayError('repeated page')
    for (const one of page.response.transactions) all.push(one)
    after = page.response.next
  } while (after !== undefined)
  return all
}

/** A StartupError, so that the command prints one line without a stack trace. */
const gatewayError = (reason: string) =>
  new StartupError(`Reading the gateway's transactions failed (${reason}). Nothing was compared.`)

/** Reads all gateway transactions of one order. */
async function readPayment({ payments }: Parts, order_id: string): Promise<Transaction[]> {
  const read = await payments.getPaymentByOrder(order_id)
  if (read.status === 'refused') return []
  if (read.status === 'unknown') throw gatewayError(read.reason)
  return transactionsOf(read.response)
}

function transactionsOf(payment: Payment): Transaction[] {
  const { payment_key, order_id, merchant_id, currency, approved_at, total_amount } = payment
  if (approved_at === null) return []
  const of = { payment_key, order_id, merchant_id, currency }
  return [
    {
      ...{ ...of, kind: 'payment', amount: total_amount, transaction_at: approved_at },
      // Only the list contains the transaction key of a payment.
      transaction_key: payment_key,
    },
    ...payment.cancels.map(({ transaction_key, amount, canceled_at }) => ({
      ...{ ...of, kind: 'cancel' as const, transaction_key, amount, transaction_at: canceled_at },
    })),
  ]
}

/** Reads ledger entries with won: all entries of the orders in `order_ids` and of orders with an entry in the period. */
async function readLedgerPayments(
  db: Db,
  { from, to, order_ids }: ReconciliationPeriod & { order_ids: readonly string[] },
): Promise<LedgerPayment[]> {
  const { rows } = await sql<LedgerPayment>`
    select l.id as entry_id, o.order_id, case when l.amount_krw > 0 then 'payment' else 'cancel' end as movement,
      abs(l.amount_krw) as amount, l.created_at
    from ledger_entries l join orders o on o.id = l.order_id
    where l.amount_krw <> 0 and l.order_id = any (array(
      select order_id from ledger_entries where amount_krw <> 0 and created_at >= ${from} and created_at < ${to}
      union select id from orders where order_id = any (${order_ids}::text[])))
    order by l.id`.execute(db)
  return rows
}

/** Reads the ids of orders with a pending payment, refund or unmatched payment. */
async function readPendingOrders(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from orders where status in ('confirming', 'unknown')
    union select o.order_id from refunds r join orders o on o.id = r.order_id where r.status = 'reserved'
    union select o.order_id from unmatched_payments t join orders o on o.id = t.order_id where t.status = 'reserved'`.execute(
    db,
  )
  return new Set(rows.map(({ order_id }) => order_id))
}

/** Filters out the differences that a daily run has already stored. */
async function excludeStored(db: Db, differences: readonly Difference[]): Promise<Difference[]> {
  const stored = new Set<string>()
  for (let at = 0; at < differences.length; at += batchSize) {
    const order_ids = differences.slice(at, at + batchSize).map((one) => one.order_id)
    const { rows } = await sql<Difference>`
      select d.kind, d.movement, d.order_id, d.transaction_key, d.entry_id
      from reconciliation_differences d join reconciliations r on r.id = d.reconciliation_id
      where r.is_daily and d.order_id = any (${order_ids}::text[])`.execute(db)
    for (const one of rows) stored.add(differenceKey(one))
  }
  return differences.filter((one) => !stored.has(differenceKey(one)))
}

async function storeReconciliation(
  tx: Tx,
  run: {
    from_at: string
    to_at: string
    run_at: string
    is_daily: boolean
    gateway_count: number
    entry_count: number
  },
  differences: readonly Difference[],
): Promise<number> {
  const { id } = (await tx
    .insertInto('reconciliations')
    .values(run)
    // Another worker has stored the same day.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()) ?? { id: 0 }
  for (let at = 0; id > 0 && at < differences.length; at += batchSize)
    await tx
      .insertInto('reconciliation_differences')
      .values(
        differences.slice(at, at + batchSize).map((one) => ({ ...one, reconciliation_id: id })),
      )
      .execute()
  return id
}
