import type { Database } from '../db/client.ts'
import { Refusal } from '../kernel/refusals.ts'
import { hash } from 'node:crypto'
import { sql } from 'kysely'

/** A key under which nothing was answered for so long is of a process that died: the request may be made again. */
const lostAfter = '2 minutes'

/** What a key stands for: whose it is, and the request that it was first sent with. */
export type KeyedRequest = { member_id: number; key: string; call: string; body: unknown }

/**
 * Has a request done once, however often it is sent with its key (D-06), and answers each as the first was. What was
 * refused has done nothing, so that the same key may try again.
 * @throws Refusal `key_reused` for a key that came with another request, `conflict` while the first is being answered
 */
export async function answerOnce(
  { transact }: Pick<Database, 'transact'>,
  request: KeyedRequest,
  now: Date,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const { member_id, key } = request
  // A key is not for keeping: what it came with is told apart by its hash.
  const digest = hash('sha256', `${request.call}\n${canonical(request.body)}`, 'buffer')
  const known = await transact(async (tx) => {
    const { rows } = await sql`
      insert into idempotency_keys as k (member_id, key, request_hash, created_at)
      values (${member_id}, ${key}, ${digest}, ${now})
      on conflict (member_id, key) do update set created_at = excluded.created_at
      where k.request_hash = excluded.request_hash and k.answer is null
        and k.created_at < excluded.created_at - ${lostAfter}::interval
      returning key`.execute(tx)
    if (rows.length > 0) return null
    return tx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'answer'])
      .where('member_id', '=', member_id)
      .where('key', '=', key)
      .executeTakeFirst()
  })
  if (known !== null) {
    if (known && !known.request_hash.equals(digest)) throw new Refusal('key_reused')
    if (known && known.answer !== null) return JSON.parse(known.answer)
    // Just taken back, or still being answered.
    throw new Refusal('conflict', { retry_after: 1 })
  }
  try {
    const value = await answer()
    await transact((tx) =>
      tx
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(value) })
        .where('member_id', '=', member_id)
        .where('key', '=', key)
        .execute(),
    )
    return value
  } catch (error) {
    await transact((tx) =>
      tx
        .deleteFrom('idempotency_keys')
        .where('member_id', '=', member_id)
        .where('key', '=', key)
        .where('answer', 'is', null)
        .execute(),
    ).catch(() => {})
    throw error
  }
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
