import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** Subject of a gateway call: `order` confirms a payment, `refund` and `unmatched` (an unmatched payment) cancel one. */
export type AttemptSubject = { kind: 'order' | 'refund' | 'unmatched'; id: number }

export type GatewayAttempt = {
  id: number
  idempotency_key: string
  /** `errored`: the gateway has stored an error for this key and replays it, so the payment has to be read. */
  state: 'open' | 'errored'
}

const subjectColumn = {
  order: 'order_id',
  refund: 'refund_id',
  unmatched: 'unmatched_payment_id',
} as const

/** Finds the attempt of a subject that is open or errored. */
export const findLiveAttempt = (tx: Tx, { kind, id }: AttemptSubject) =>
  tx
    .selectFrom('gateway_attempts')
    .select(['id', 'idempotency_key', 'state'])
    .where(subjectColumn[kind], '=', id)
    .where('state', 'in', ['open', 'errored'])
    .$castTo<GatewayAttempt>()
    .executeTakeFirst()

/**
 * Locks a pending subject against completion. The lock is shared; unique indexes serialize concurrent starts.
 * @returns whether the subject is pending.
 */
export async function lockPendingSubject(tx: Tx, { kind, id }: AttemptSubject): Promise<boolean> {
  const queries = {
    order: sql`select from orders where id = ${id} and status in ('confirming', 'unknown') for share`,
    refund: sql`select from refunds where id = ${id} and status = 'pending' for share`,
    unmatched: sql`select from unmatched_payments where id = ${id} and status = 'pending' for share`,
  }
  const { rows } = await queries[kind].execute(tx)
  return rows.length > 0
}

/** Inserts the next attempt of a subject, unless a concurrent transaction has started it. */
export async function insertNextAttempt(
  tx: Tx,
  { kind, id }: AttemptSubject,
  firstKey: string,
  now: Date,
): Promise<void> {
  const column = sql.ref(subjectColumn[kind])
  await sql`
      insert into gateway_attempts (${column}, attempt, idempotency_key, started_at)
      select ${id}, n, case n when 1 then ${firstKey}::text else ${firstKey}::text || '-' || n end, ${now}
      from (select coalesce(max(attempt), 0) + 1 as n from gateway_attempts where ${column} = ${id}) as next
      on conflict do nothing`.execute(tx)
}

/** Updates an attempt that is in the state `from`; any other is unchanged. */
export const updateAttempt = (
  tx: Tx,
  id: number,
  from: GatewayAttempt['state'],
  values: { state: 'errored'; error_code: string } | { state: 'no_effect'; ended_at: string },
) =>
  tx
    .updateTable('gateway_attempts')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', from)
    .execute()

/** @returns the new row; undefined if the payment is recorded already. */
export const insertUnmatchedPayment = (
  tx: Tx,
  payment: { order_id: number; payment_key: string; amount: number; detected_at: string },
) =>
  tx
    .insertInto('unmatched_payments')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const readUnmatchedPayment = (db: Db, id: number) =>
  db.selectFrom('unmatched_payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** @returns whether the payment was still to be cancelled. */
export async function closeUnmatchedPayment(
  tx: Tx,
  id: number,
  values:
    | { status: 'refused'; failure_code: string }
    | { status: 'cancelled'; cancelled_at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('unmatched_payments')
    .set(values)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns which of the payments were unmatched and have been cancelled in full; the ledger contains none of them. */
export async function readCancelledUnmatched(db: Db, payment_keys: readonly string[]) {
  if (payment_keys.length === 0) return new Set()
  // An array is one bind parameter; a list of values would exceed the limit of 65,535 parameters.
  const { rows } = await sql<{ payment_key: string }>`
    select payment_key from unmatched_payments
    where status = 'cancelled' and payment_key = any (${payment_keys}::text[])`.execute(db)
  return new Set(rows.map(({ payment_key }) => payment_key))
}

const stuckSubjects = {
  order: (before: Date) => sql`
    select id from orders where status in ('confirming', 'unknown') and processing_started_at <= ${before}
      and not job_is_queued('order:' || id) order by processing_started_at`,
  refund: (before: Date) => sql`
    select id from refunds where status = 'pending' and requested_at <= ${before}
      and not job_is_queued('refund:' || id)`,
  unmatched: (before: Date) => sql`
    select id from unmatched_payments where status = 'pending' and detected_at <= ${before}
      and not job_is_queued('unmatched:' || id)`,
} as const

/** Finds orders, refunds or unmatched payments that are pending since `before` without a job, at most `limit`. */
export async function findStuckSubjects(
  db: Db,
  kind: keyof typeof stuckSubjects,
  before: Date,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${stuckSubjects[kind](before)} limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
