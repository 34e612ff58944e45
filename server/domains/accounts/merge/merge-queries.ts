import type { MergePreview, MergeRefusal } from '#contract/accounts/staff/merges.ts'
import type { Db, Transact, Tx } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { AccountMerges } from '#server/db/schema/tables.generated.ts'
import { type Insertable, sql } from 'kysely'

/** Locks both accounts in the order of their ids. */
export async function lockBothMembers(tx: Tx, source: number, target: number) {
  const rows = await tx
    .selectFrom('members')
    .select(['id', 'email', 'username'])
    .where('id', 'in', [source, target])
    .orderBy('id')
    .forUpdate()
    .execute()
  const of = (id: number) => rows.find((row) => row.id === id)
  return { source: of(source), target: of(target) }
}

/** Reads why the accounts cannot be merged; empty if they can. */
export async function readMergeRefusals(
  db: Db,
  { source, target, now }: { source: number; target: number; now: Date },
): Promise<MergeRefusal[]> {
  const { rows } = await sql<{ code: MergeRefusal }>`
    select code from merge_refusals(${source}::int, ${target}::int, ${now}::timestamptz) as code`.execute(
    db,
  )
  return rows.map(({ code }) => code)
}

/** Reads what moves from the source to the target. */
export async function readMergePreview(
  db: Db,
  { source, target, now }: { source: number; target: number; now: Date },
): Promise<MergePreview> {
  const { rows } = await sql<Omit<MergePreview, 'refusals'>>`
    with s as (select w.* from wallets w where w.member_id = ${source}::int)
    select (select count(*)::int from profiles where member_id = ${source}::int) as profiles,
      (select count(*)::int from watch_histories h join profiles p on p.id = h.profile_id where p.member_id = ${source}::int) as histories,
      (select count(*)::int from likes l join profiles p on p.id = l.profile_id where p.member_id = ${source}::int) as likes,
      (select count(*)::int from reviews r where r.author_id = ${source}::int) as reviews,
      (select count(*)::int from reviews r join reviews k on k.author_id = ${target}::int and k.series_id = r.series_id
        and k.episode_id is not distinct from r.episode_id where r.author_id = ${source}::int) as duplicate_reviews,
      (select count(*)::int from inquiries where member_id = ${source}::int) as inquiries,
      (select count(*)::int from s join purchases p on p.wallet_id = s.id where p.state = 'active'
        and (p.expires_at is null or p.expires_at > ${now}::timestamptz)) as purchases,
      coalesce((select event_point from s), 0) as event_point, coalesce((select paid_point from s), 0) as paid_point,
      (select p.name from s join subscriptions u on u.wallet_id = s.id and u.status in ('active', 'past_due')
        join subscription_plans p on p.id = u.plan_id) as plan_name`.execute(db)
  return { ...rows[0]!, refusals: await readMergeRefusals(db, { source, target, now }) }
}

/** Whether the wallet of a member holds points, purchases or a subscription. */
export async function hasWalletValue(tx: Tx, member_id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ has_value: boolean }>`
    select wallet_has_value(id, ${now}::timestamptz) as has_value from wallets where member_id = ${member_id}`.execute(
    tx,
  )
  return rows[0]?.has_value ?? false
}

/** Moves everything. @throws a violation of `merge_refused` */
export const mergeMembers = (tx: Tx, source: number, target: number, now: Date) =>
  sql`select merge_members(${source}::int, ${target}::int, ${now}::timestamptz)`.execute(tx)

/** Stores a merge that waits for both mailboxes. It replaces one of the same source. */
export async function storeMerge(tx: Tx, merge: Insertable<AccountMerges>): Promise<void> {
  await tx
    .deleteFrom('account_merges')
    .where('source_id', '=', merge.source_id)
    .where('merged_at', 'is', null)
    .execute()
  await tx.insertInto('account_merges').values(merge).execute()
}

const mergeColumns = [
  'id',
  'source_id',
  'target_id',
  'source_confirmed_at',
  'target_confirmed_at',
  'expires_at',
] as const

/** Finds the pending merge that involves an account. */
export const findWaitingMerge = (db: Db, member_id: number, now: Date) =>
  db
    .selectFrom('account_merges')
    .select(mergeColumns)
    .where((eb) => eb.or([eb('source_id', '=', member_id), eb('target_id', '=', member_id)]))
    .where('merged_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Locks a waiting merge. */
export const lockWaitingMerge = (tx: Tx, id: number, now: Date) =>
  tx
    .selectFrom('account_merges')
    .select(mergeColumns)
    .where('id', '=', id)
    .where('merged_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .forNoKeyUpdate()
    .executeTakeFirst()

export const markMerged = (tx: Tx, id: number, now: Date) =>
  tx
    .updateTable('account_merges')
    .set({ merged_at: now.toISOString() })
    .where('id', '=', id)
    .execute()

/** Records that the mailbox with the token has confirmed. @returns undefined for an unknown or expired token. */
export async function confirmMergeToken(tx: Tx, hash: Buffer, now: Date) {
  const { rows } = await sql<{ is_complete: boolean }>`
    update account_merges set
      source_confirmed_at = case when source_hash = ${hash} then coalesce(source_confirmed_at, ${now}) else source_confirmed_at end,
      target_confirmed_at = case when target_hash = ${hash} then coalesce(target_confirmed_at, ${now}) else target_confirmed_at end
    where ${hash} in (source_hash, target_hash) and merged_at is null and expires_at > ${now}
    returning source_confirmed_at is not null and target_confirmed_at is not null as is_complete`.execute(
    tx,
  )
  return rows[0]
}

export const deleteExpiredMerges = (transact: Transact, now: Date, signal?: AbortSignal) =>
  deleteInBatches(
    transact,
    'account_merges',
    sql`merged_at is null and expires_at <= ${now.toISOString()}`,
    signal,
  )
