import { dayMs, hourMs, seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import {
  type ManualCase,
  readOpenManualCases,
  readLastDailyEnd,
  type DifferenceId,
  insertDifferences,
  insertReconciliation,
  readDailyDifferences,
  readLedgerPayments,
  readPendingOrderIds,
} from './reconciliation-queries.ts'
import type { Db } from '#server/db/client.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import type { Payment, Transaction } from '#server/adapters/payments/index.ts'
import { readCancelledUnmatched } from '../payments/payment-queries.ts'
import { matchTransactions, type Difference } from './match-transactions.ts'

/** Delay after midnight, in ms, by which payments of the day before are normally complete. */
const startDelayMs = 3 * hourMs

/** Returns the start of the day in Seoul. */
export const seoulDayStart = (at: Date): Date =>
  new Date(Math.floor((at.getTime() + seoulUtcOffsetMs) / dayMs) * dayMs - seoulUtcOffsetMs)

/** Time before each day that is compared again, in ms: the gateway may list late, and orders may complete late. */
const overlapMs = 6 * hourMs

/**
 * Reconciles every day that is not reconciled yet, up to last midnight in Seoul, from 03:00. Completed days are kept, so
 * the next run resumes after an interruption. Differences are stored and logged as an error.
 * @param signal stops the run between two list requests to the gateway.
 * @throws if the gateway does not answer.
 */
export async function reconcileDaily(deps: PaymentDependencies, signal?: AbortSignal) {
  const now = deps.clock.now()
  const end = seoulDayStart(now)
  if (!deps.payments.isEnabled || now.getTime() < end.getTime() + startDelayMs) return
  let from = (await readLastDailyEnd(deps.db)) ?? new Date(end.getTime() - dayMs)
  let manual_cases: ManualCase[] = []
  while (from < end && !signal?.aborted) {
    const to = new Date(Math.min(from.getTime() + dayMs, end.getTime()))
    const options = { is_daily: true, overlap_ms: overlapMs, signal }
    const compared = await reconcile(deps, { from, to }, options)
    manual_cases = compared.manual_cases
    if (compared.differences.length > 0)
      deps.log.error(
        { reconciliation: compared.id, differences: compared.differences.length },
        'payments: the gateway’s books and ours do not agree; npm run reconcile shows where',
      )
    from = to
  }
  if (manual_cases.length > 0)
    deps.log.error(
      { manual_cases: manual_cases.map(({ id }) => id) },
      'payments: manual cases are open; npm run reconcile lists them',
    )
}

type Dependencies = Pick<PaymentDependencies, 'db' | 'transact' | 'payments' | 'clock'>

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
const windowMs = hourMs
/** Rows per statement. */
const batchSize = 1_000

/**
 * Compares the gateway's transactions of a period with the ledger, in both directions, and stores the result. A gateway
 * transaction is searched in the whole ledger, and a ledger entry in the whole payment at the gateway, so completion after
 * midnight is no difference.
 * @throws StartupError if the gateway does not answer; nothing is stored then.
 */
export async function reconcile(
  deps: Dependencies,
  { from, to }: ReconciliationPeriod,
  { is_daily = false, overlap_ms = 0, signal }: Options = {},
): Promise<Reconciliation> {
  const differences = new Map<string, Difference>()
  const counts = { gateway_count: 0, entry_count: 0 }
  const begin = from.getTime() - overlap_ms
  for (let start = begin; start < to.getTime(); start += windowMs) {
    signal?.throwIfAborted()
    const end = Math.min(start + windowMs, to.getTime())
    const compared = await compareWindow(deps, { from: new Date(start), to: new Date(end) })
    // An order with transactions in several windows yields the same differences in each.
    for (const difference of compared.differences)
      differences.set(differenceKey(difference), difference)
    if (start < from.getTime()) continue
    counts.gateway_count += compared.gateway_count
    counts.entry_count += compared.entry_count
  }
  const sorted = [...differences.values()].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const newDifferences = overlap_ms > 0 ? await excludeStored(deps.db, sorted) : sorted
  const run = {
    from_at: from.toISOString(),
    to_at: to.toISOString(),
    is_daily,
    ...counts,
    run_at: deps.clock.now().toISOString(),
  }
  const id = await deps.transact(async (tx) => {
    const id = await insertReconciliation(tx, run)
    if (id === 0) return id
    for (const batch of batchesOf(newDifferences)) await insertDifferences(tx, id, batch)
    return id
  })
  const manual_cases = await readOpenManualCases(deps.db)
  return { id, ...counts, differences: newDifferences, manual_cases }
}

const differenceKey = ({ kind, movement, order_id, transaction_key, entry_id }: DifferenceId) =>
  [kind, movement, order_id, transaction_key, entry_id].join(' ')

async function compareWindow(deps: Dependencies, { from, to }: ReconciliationPeriod) {
  const { db } = deps
  const { merchant_id } = deps.payments
  const inWindow = (at: string) => Date.parse(at) >= from.getTime() && Date.parse(at) < to.getTime()
  const listed = (await readTransactions(deps, { from, to })).filter((transaction) =>
    inWindow(transaction.transaction_at),
  )
  const under_way = await readPendingOrderIds(db)
  const order_ids = listed.map((transaction) => transaction.order_id)
  const ledgerPayments = await readLedgerPayments(db, { from, to, order_ids })
  const cancelledUnmatched = await readCancelledUnmatched(db, [
    ...new Set(listed.map((transaction) => transaction.payment_key)),
  ])
  const compare = (theirs: readonly Transaction[]) =>
    matchTransactions({
      theirs: theirs.filter((transaction) => !cancelledUnmatched.has(transaction.payment_key)),
      ours: ledgerPayments,
      merchant_id,
      under_way,
    })
  const first = compare(listed)
  // Gateway and ledger may date a transaction differently, so read the whole payment. Foreign transactions stay as listed.
  const mismatchedOrders = new Set(
    first.flatMap((transaction) => (transaction.kind === 'foreign' ? [] : transaction.order_id)),
  )
  const theirs = listed.filter(
    (transaction) => !mismatchedOrders.has(transaction.order_id) || transaction.kind === 'other',
  )
  for (const order_id of mismatchedOrders) theirs.push(...(await readPayment(deps, order_id)))
  return {
    gateway_count: listed.length,
    entry_count: ledgerPayments.filter((payment) => inWindow(payment.created_at)).length,
    differences: mismatchedOrders.size > 0 ? compare(theirs) : first,
  }
}

/** Reads all gateway transactions of a period, page by page. */
async function readTransactions({ payments }: Dependencies, { from, to }: ReconciliationPeriod) {
  const all: Transaction[] = []
  let after: string | undefined
  do {
    const page = await payments.listTransactions({
      start: from.toISOString(),
      end: to.toISOString(),
      ...(after === undefined ? {} : { after }),
    })
    if (page.status !== 'done')
      throw gatewayError(page.status === 'refused' ? page.code : page.reason)
    if (after !== undefined && page.response.next === after) throw gatewayError('repeated page')
    for (const transaction of page.response.transactions) all.push(transaction)
    after = page.response.next
  } while (after !== undefined)
  return all
}

/** A StartupError, so that the command prints one line without a stack trace. */
const gatewayError = (reason: string) =>
  new StartupError(`Reading the gateway's transactions failed (${reason}). Nothing was compared.`)

/** Reads all gateway transactions of one order. */
async function readPayment({ payments }: Dependencies, order_id: string): Promise<Transaction[]> {
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
      ...of,
      kind: 'payment',
      amount: total_amount,
      transaction_at: approved_at,
      // Only the list contains the transaction key of a payment.
      transaction_key: payment_key,
    },
    ...payment.cancels.map(({ transaction_key, amount, canceled_at }) => ({
      ...of,
      kind: 'cancel' as const,
      transaction_key,
      amount,
      transaction_at: canceled_at,
    })),
  ]
}

/** Filters out the differences that a daily run has already stored. */
async function excludeStored(db: Db, differences: readonly Difference[]): Promise<Difference[]> {
  const stored = new Set<string>()
  for (const batch of batchesOf(differences)) {
    const order_ids = batch.map(({ order_id }) => order_id)
    for (const difference of await readDailyDifferences(db, order_ids))
      stored.add(differenceKey(difference))
  }
  return differences.filter((difference) => !stored.has(differenceKey(difference)))
}

function* batchesOf(differences: readonly Difference[]): Generator<readonly Difference[]> {
  for (let at = 0; at < differences.length; at += batchSize)
    yield differences.slice(at, at + batchSize)
}
