import type { Db, Tx } from '#server/db/client.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import type { Payment, Transaction } from '#server/adapters/payments/index.ts'
import { type ManualCase, readOpenManualCases } from './manual-cases.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { readCancelledUnmatched } from '../payments/unmatched-payments.ts'
import { sql } from 'kysely'
import { type LedgerPayment, matchTransactions, type Difference } from './match-transactions.ts'

type Parts = Pick<PaymentDependencies, 'db' | 'transact' | 'payments' | 'clock'>

/** From, included, to, excluded. */
export type ReconciliationPeriod = { from: Date; to: Date }

export type Reconciliation = {
  id: number
  /** How many the gateway booked in the span, and how many entries of won our ledger has of it. */
  gateway_count: number
  entry_count: number
  differences: Difference[]
  /** What an operator has to see to, of whatever day. */
  open_cases: ManualCase[]
}

type Options = {
  is_daily?: boolean
  /** Compares this much before the span again, in ms, and keeps what no daily run has found there yet. */
  overlap_ms?: number
  /** Ends it with its reason before the next list is read; nothing is kept then. */
  signal?: AbortSignal | undefined
}

/** Compared at a time, in ms, which bounds what is held in memory. */
const windowLength = 3_600_000
/** Rows of one statement. */
const rowsAtOnce = 1_000

/**
 * Compares what the gateway booked in a span with our ledger, both ways, exactly, and keeps the result (P9). A transaction of
 * the gateway is looked for in all of our books, and an entry of ours in the whole payment at the gateway: one that was
 * settled after midnight is no difference.
 * @throws when the gateway does not answer; nothing is kept then.
 */
export async function reconcile(
  parts: Parts,
  { from, to }: ReconciliationPeriod,
  { is_daily = false, overlap_ms = 0, signal }: Options = {},
): Promise<Reconciliation> {
  const differences = new Map<string, Difference>()
  const counts = { gateway_count: 0, entry_count: 0 }
  const begin = from.getTime() - overlap_ms
  for (let start = begin; start < to.getTime(); start += windowLength) {
    signal?.throwIfAborted()
    const end = Math.min(start + windowLength, to.getTime())
    const compared = await compareWindow(parts, { from: new Date(start), to: new Date(end) })
    // Of an order that moved in several windows, each finds the same.
    for (const one of compared.differences) differences.set(keyOf(one), one)
    if (start < from.getTime()) continue
    counts.gateway_count += compared.gateway_count
    counts.entry_count += compared.entry_count
  }
  const found = [...differences.values()].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const fresh = overlap_ms > 0 ? await withoutKept(parts.db, found) : found
  const run = {
    ...{ from_at: from.toISOString(), to_at: to.toISOString(), is_daily, ...counts },
    run_at: parts.clock.now().toISOString(),
  }
  const id = await parts.transact((tx) => keep(tx, run, fresh))
  return { id, ...counts, differences: fresh, open_cases: await readOpenManualCases(parts.db) }
}

const keyOf = ({ kind, movement, order_id, transaction_key, entry_id }: Difference) =>
  [kind, movement, order_id, transaction_key, entry_id].join(' ')

async function compareWindow(parts: Parts, { from, to }: ReconciliationPeriod) {
  const { db } = parts
  const { merchant_id } = parts.payments
  const inWindow = (at: string) => Date.parse(at) >= from.getTime() && Date.parse(at) < to.getTime()
  const listed = (await readTransactions(parts, { from, to })).filter((one) =>
    inWindow(one.transaction_at),
  )
  const under_way = await readUnderWay(db)
  const booked = await readBooked(db, { from, to, order_ids: listed.map((one) => one.order_id) })
  const strays = await readCancelledUnmatched(db, [
    ...new Set(listed.map((one) => one.payment_key)),
  ])
  const compare = (theirs: readonly Transaction[]) =>
    matchTransactions({
      theirs: theirs.filter((one) => !strays.has(one.payment_key)),
      ...{ ours: booked, merchant_id, under_way },
    })
  const first = compare(listed)
  // The two may have booked the same at different times: the whole payment is read. One that is not ours stays as listed.
  const doubtful = new Set(first.flatMap((one) => (one.kind === 'foreign' ? [] : one.order_id)))
  const theirs = listed.filter((one) => !doubtful.has(one.order_id) || one.kind === 'other')
  for (const order_id of doubtful) theirs.push(...(await readPayment(parts, order_id)))
  return {
    gateway_count: listed.length,
    entry_count: booked.filter((one) => inWindow(one.created_at)).length,
    differences: doubtful.size > 0 ? compare(theirs) : first,
  }
}

/** All that the gateway booked, page by page. */
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
    if (page.fate !== 'done') throw notTold(page.fate === 'refused' ? page.code : page.reason)
    if (after !== undefined && page.answer.next === after) throw notTold('a page that repeats')
    for (const one of page.answer.transactions) all.push(one)
    after = page.answer.next
  } while (after !== undefined)
  return all
}

/** Nothing that a programmer could mend: whoever compares by hand is told in one line. */
const notTold = (reason: string) =>
  new StartupError(`The gateway does not say what it booked (${reason}): nothing was compared.`)

/** What the gateway booked of one order, whenever that was. */
async function readPayment({ payments }: Parts, order_id: string): Promise<Transaction[]> {
  const read = await payments.getPaymentByOrder(order_id)
  if (read.fate === 'refused') return []
  if (read.fate === 'unknown') throw notTold(read.reason)
  return transactionsOf(read.answer)
}

function transactionsOf(payment: Payment): Transaction[] {
  const { payment_key, order_id, merchant_id, currency, approved_at, total_amount } = payment
  if (approved_at === null) return []
  const of = { payment_key, order_id, merchant_id, currency }
  return [
    {
      ...{ ...of, kind: 'payment', amount: total_amount, transaction_at: approved_at },
      // A payment has one of its own, which only the list tells.
      transaction_key: payment_key,
    },
    ...payment.cancels.map(({ transaction_key, amount, canceled_at }) => ({
      ...{ ...of, kind: 'cancel' as const, transaction_key, amount, transaction_at: canceled_at },
    })),
  ]
}

/** Our entries of won: those of the span, and all of the orders that are named. */
async function readBooked(
  db: Db,
  { from, to, order_ids }: ReconciliationPeriod & { order_ids: readonly string[] },
): Promise<LedgerPayment[]> {
  const { rows } = await sql<LedgerPayment>`
    select l.id as entry_id, o.order_id, case when l.won > 0 then 'payment' else 'cancel' end as movement,
      abs(l.won) as amount, l.created_at
    from ledger_entries l join orders o on o.id = l.order_id
    where l.won <> 0 and l.order_id = any (array(
      select order_id from ledger_entries where won <> 0 and created_at >= ${from} and created_at < ${to}
      union select id from orders where order_id = any (${order_ids}::text[])))
    order by l.id`.execute(db)
  return rows
}

/** Orders of which it is not certain yet how a payment or a refund went. */
async function readUnderWay(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from orders where status in ('confirming', 'unknown')
    union select o.order_id from refunds r join orders o on o.id = r.order_id where r.status = 'reserved'
    union select o.order_id from stray_payments t join orders o on o.id = t.order_id where t.status = 'reserved'`.execute(
    db,
  )
  return new Set(rows.map(({ order_id }) => order_id))
}

/** Those of `differences` that no daily run has kept. */
async function withoutKept(db: Db, differences: readonly Difference[]): Promise<Difference[]> {
  const kept = new Set<string>()
  for (let at = 0; at < differences.length; at += rowsAtOnce) {
    const order_ids = differences.slice(at, at + rowsAtOnce).map((one) => one.order_id)
    const { rows } = await sql<Difference>`
      select d.kind, d.movement, d.order_id, d.transaction_key, d.entry_id
      from reconciliation_differences d join reconciliations r on r.id = d.reconciliation_id
      where r.is_daily and d.order_id = any (${order_ids}::text[])`.execute(db)
    for (const one of rows) kept.add(keyOf(one))
  }
  return differences.filter((one) => !kept.has(keyOf(one)))
}

async function keep(
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
    // Another worker was at the same day.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()) ?? { id: 0 }
  for (let at = 0; id > 0 && at < differences.length; at += rowsAtOnce)
    await tx
      .insertInto('reconciliation_differences')
      .values(
        differences.slice(at, at + rowsAtOnce).map((one) => ({ ...one, reconciliation_id: id })),
      )
      .execute()
  return id
}
