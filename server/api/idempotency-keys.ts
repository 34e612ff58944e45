import type { Database } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { createBatcher } from '#server/db/request-batcher.ts'
import { processLockClass } from '#server/db/notify/notification-listener.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { hash } from 'node:crypto'
import { sql } from 'kysely'

/** A key under which nothing was answered for so long may be made again, whoever began it. */
const lostAfter = '2 minutes'

/** What a key stands for: whose it is, and the request that it was first sent with. */
export type KeyedRequest = { member_id: number; key: string; call: string; body: unknown }

/** Answers a request once. */
export type RunOnce = (
  request: KeyedRequest,
  now: Date,
  answer: () => Promise<unknown>,
) => Promise<unknown>

/**
 * Has a request done once, however often it is sent with its key (D-06), and answers each as the first was. What was
 * refused has done nothing, so that the same key may try again; so may what a process was answering that died. Keys of
 * requests that come together are kept together.
 * @param house.holder the number that this process has locked for as long as it lives (`listenForStale`).
 * @throws Refusal `key_reused` for a key that came with another request, `conflict` while the first is being answered
 */
export function createIdempotentRunner({
  pool,
  holder,
}: Pick<Database, 'pool'> & { holder: number }): RunOnce {
  const limits = { at_once: 2, most: 100, keyOf: nameOf }
  const claim = createBatcher<Claim, Known>(async (claims) => {
    const columns = columnsOf(claims, ['member_id', 'key', 'digest', 'now'])
    const { rows } = await pool.query<Known>({ ...claimKeys, values: [...columns, holder] })
    return rows.map((answer) => ({ answer }))
  }, limits)
  const keep = createBatcher<Answered, void>(async (answered) => {
    const columns = columnsOf(answered, ['member_id', 'key', 'answer'])
    await pool.query({ ...keepAnswers, values: columns })
    return answered.map(() => ({ answer: undefined }))
  }, limits)

  return async function answerOnce(request, now, answer) {
    const { member_id, key } = request
    // A key is not for keeping: what it came with is told apart by its hash.
    const digest = hash('sha256', `${request.call}\n${canonical(request.body)}`, 'buffer')
    const known = await claim({ member_id, key, digest, now })
    if (!known.is_mine) {
      if (known.request_hash && !known.request_hash.equals(digest))
        throw new ProblemError('key_reused')
      if (known.answer) return JSON.parse(known.answer)
      // Just taken back, or still being answered.
      throw new ProblemError('conflict', { retry_after: 1 })
    }
    const value = await answer().catch(async (error: unknown) => {
      await pool.query({ ...takeBack, values: [member_id, key] }).catch(() => {})
      throw error
    })
    // It is done, be its answer kept or not: who sends it again hears that it is being answered, and does nothing twice.
    await keep({ member_id, key, answer: JSON.stringify(value) }).catch(() => {})
    return value
  }
}

type Key = Pick<KeyedRequest, 'member_id' | 'key'>
type Claim = Key & { digest: Buffer; now: Date }
type Answered = Key & { answer: string }
type Known = { is_mine: boolean; request_hash: Buffer | null; answer: string | null }

const nameOf = ({ member_id, key }: Key) => `${member_id} ${key}`

const columnsOf = <Row>(rows: readonly Row[], names: readonly (keyof Row)[]) =>
  names.map((name) => rows.map((row) => row[name]))

const claimKeys = {
  name: 'claim_keys',
  // One statement, and no transaction about it: rows of their own, that nothing depends on. In one order, so that two
  // processes that are sent the same keys wait for each other one way. The lock on the member, who is referred to, would
  // have it wait for the disk; what it writes is of an unlogged table.
  text: `
    with asked as (
      select * from unnest($1::int[], $2::text[], $3::bytea[], $4::timestamptz[])
        with ordinality as a (member_id, key, request_hash, now, at)
    ), mine as (
      insert into idempotency_keys as k (member_id, key, request_hash, created_at, holder)
      select member_id, key, request_hash, now, $5 from asked order by member_id, key
      on conflict (member_id, key) do update set created_at = excluded.created_at, holder = excluded.holder
      where k.request_hash = excluded.request_hash and k.answer is null
        and (k.created_at < excluded.created_at - interval '${lostAfter}'
          or not exists (select from pg_locks where locktype = 'advisory' and granted
            and database = (select oid from pg_database where datname = current_database())
            and classid = ${processLockClass} and objid = k.holder::oid and objsubid = 2))
      returning member_id, key)
    select m.key is not null as is_mine, k.request_hash, k.answer, set_config('synchronous_commit', 'off', true)
    from asked a left join mine m using (member_id, key) left join idempotency_keys k using (member_id, key)
    order by a.at`,
}
const keepAnswers = {
  name: 'keep_answers',
  text: `
    update idempotency_keys k set answer = a.answer
    from unnest($1::int[], $2::text[], $3::text[]) as a (member_id, key, answer)
    where k.member_id = a.member_id and k.key = a.key`,
}
const takeBack = {
  name: 'take_key_back',
  text: 'delete from idempotency_keys where member_id = $1 and key = $2 and answer is null',
}

/** JSON whose fields are in one order, however they were sent. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** Deletes keys after a day. See D-06. */
export const deleteExpiredIdempotencyKeys = (
  { transact }: Pick<Database, 'transact'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> =>
  deleteInBatches(
    transact,
    'idempotency_keys',
    sql`created_at < ${now}::timestamptz - interval '1 day'`,
    signal,
  )
