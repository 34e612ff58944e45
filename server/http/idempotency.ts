import type { Database } from '../db/client.ts'
import { aliveClass } from '../db/stale.ts'
import { Refusal } from '../kernel/refusals.ts'
import { hash } from 'node:crypto'
import { sql } from 'kysely'

/** A key under which nothing was answered for so long may be made again, whoever began it. */
const lostAfter = '2 minutes'

/** What a key stands for: whose it is, and the request that it was first sent with. */
export type KeyedRequest = { member_id: number; key: string; call: string; body: unknown }

/**
 * Has a request done once, however often it is sent with its key (D-06), and answers each as the first was. What was
 * refused has done nothing, so that the same key may try again; so may what a process was answering that died.
 * @param house.holder the number that this process has locked for as long as it lives (`listenForStale`).
 * @throws Refusal `key_reused` for a key that came with another request, `conflict` while the first is being answered
 */
export async function answerOnce(
  { pool, holder }: Pick<Database, 'pool'> & { holder: number },
  request: KeyedRequest,
  now: Date,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const { member_id, key } = request
  // A key is not for keeping: what it came with is told apart by its hash.
  const digest = hash('sha256', `${request.call}\n${canonical(request.body)}`, 'buffer')
  // One statement, and no transaction about it: a row of its own, that nothing depends on.
  const { rows } = await pool.query<Known>({
    ...claim,
    values: [member_id, key, digest, now, holder],
  })
  const known = rows[0]
  if (!known?.is_mine) {
    if (known?.request_hash && !known.request_hash.equals(digest)) throw new Refusal('key_reused')
    if (known?.answer) return JSON.parse(known.answer)
    // Just taken back, or still being answered.
    throw new Refusal('conflict', { retry_after: 1 })
  }
  try {
    const value = await answer()
    await pool.query({ ...keep, values: [member_id, key, JSON.stringify(value)] })
    return value
  } catch (error) {
    await pool.query({ ...takeBack, values: [member_id, key] }).catch(() => {})
    throw error
  }
}

type Known = { is_mine: boolean; request_hash: Buffer | null; answer: string | null }

const claim = {
  name: 'claim_key',
  // The lock on the member, who is referred to, would have it wait for the disk; what it writes is of an unlogged table.
  text: `
    with mine as (
      insert into idempotency_keys as k (member_id, key, request_hash, created_at, holder) values ($1, $2, $3, $4, $5)
      on conflict (member_id, key) do update set created_at = excluded.created_at, holder = excluded.holder
      where k.request_hash = excluded.request_hash and k.answer is null
        and (k.created_at < excluded.created_at - interval '${lostAfter}'
          or not exists (select from pg_locks where locktype = 'advisory' and granted
            and database = (select oid from pg_database where datname = current_database())
            and classid = ${aliveClass} and objid = k.holder::oid and objsubid = 2))
      returning key)
    select exists (select from mine) as is_mine, k.request_hash, k.answer,
      set_config('synchronous_commit', 'off', true)
    from (select) as one left join idempotency_keys k on k.member_id = $1 and k.key = $2`,
}
const keep = {
  name: 'keep_answer',
  text: 'update idempotency_keys set answer = $3 where member_id = $1 and key = $2',
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

/** D-06: they are kept for a day. */
export async function sweepKeys(
  { transact }: Pick<Database, 'transact'>,
  now: Date,
): Promise<void> {
  await transact(
    async (tx) =>
      void (await sql`delete from idempotency_keys where created_at < ${now}::timestamptz - interval '1 day'`.execute(
        tx,
      )),
  )
}
