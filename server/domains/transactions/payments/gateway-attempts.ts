import type { Transact, Tx } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { sql } from 'kysely'

/** Subject of a gateway call: `order` confirms a payment, `refund` and `stray` (an unmatched payment) cancel one. */
export type AttemptSubject = { kind: 'order' | 'refund' | 'stray'; id: number }

export type GatewayAttempt = {
  id: number
  idempotency_key: string
  /** `errored`: the gateway has stored an error for this key and replays it, so the payment has to be read. */
  state: 'open' | 'errored'
}

type Parts = { transact: Transact; clock: Clock }

const subjectColumn = {
  order: 'order_id',
  refund: 'refund_id',
  stray: 'unmatched_payment_id',
} as const

/**
 * Returns the live attempt of `subject`, or starts the next one. It is committed before the gateway is called, so that all
 * processes use the same key.
 * @param firstKey Idempotency-Key of the first attempt; later attempts append their number.
 * @returns null if the subject has been completed concurrently.
 */
export async function startAttempt(
  { transact, clock }: Parts,
  subject: AttemptSubject,
  firstKey: string,
): Promise<GatewayAttempt | null> {
  const column = sql.ref(subjectColumn[subject.kind])
  return transact(async (tx) => {
    const liveAttempt = await findLiveAttempt(tx, subject)
    if (liveAttempt) return liveAttempt
    if (!(await lockPending(tx, subject))) return null
    // On conflict, a concurrent transaction has started the attempt.
    await sql`
      insert into gateway_attempts (${column}, attempt, idempotency_key, started_at)
      select ${subject.id}, n, case n when 1 then ${firstKey}::text else ${firstKey}::text || '-' || n end, ${clock.now()}
      from (select coalesce(max(attempt), 0) + 1 as n from gateway_attempts where ${column} = ${subject.id}) as next
      on conflict do nothing`.execute(tx)
    return (await findLiveAttempt(tx, subject)) ?? null
  })
}

/** Records the error that the gateway stores under the key of an attempt. */
export async function recordAttemptError(
  { transact }: Parts,
  attempt: GatewayAttempt,
  error_code: string,
): Promise<void> {
  await transact((tx) =>
    tx
      .updateTable('gateway_attempts')
      .set({ state: 'errored', error_code: error_code.slice(0, 200) })
      .where('id', '=', attempt.id)
      .where('state', '=', 'open')
      .execute(),
  )
}

/** Ends an errored attempt after a read has shown that it had no effect. The next attempt gets a new key. */
export async function endWithoutEffect(
  { transact, clock }: Parts,
  attempt: GatewayAttempt,
): Promise<void> {
  await transact((tx) =>
    tx
      .updateTable('gateway_attempts')
      .set({ state: 'no_effect', ended_at: clock.now().toISOString() })
      .where('id', '=', attempt.id)
      .where('state', '=', 'errored')
      .execute(),
  )
}

async function findLiveAttempt(tx: Tx, { kind, id }: AttemptSubject) {
  const attempt = await tx
    .selectFrom('gateway_attempts')
    .select(['id', 'idempotency_key', 'state'])
    .where(subjectColumn[kind], '=', id)
    .where('state', 'in', ['open', 'errored'])
    .executeTakeFirst()
  return attempt as GatewayAttempt | undefined
}

/** Locks the subject against completion. The lock is shared; unique indexes serialize concurrent starts. */
async function lockPending(tx: Tx, { kind, id }: AttemptSubject): Promise<boolean> {
  const pendingQueries = {
    order: sql`select from orders where id = ${id} and status in ('confirming', 'unknown') for share`,
    refund: sql`select from refunds where id = ${id} and status = 'reserved' for share`,
    stray: sql`select from unmatched_payments where id = ${id} and status = 'reserved' for share`,
  }
  const { rows } = await pendingQueries[kind].execute(tx)
  return rows.length > 0
}
