import type { Tx } from '#server/db/client.ts'
import type { Profiles, ProfileTransfers } from '#server/db/schema/tables.generated.ts'
import { type Insertable, type Selectable, sql } from 'kysely'

export const replaceTransferCode = (tx: Tx, transfer: Insertable<ProfileTransfers>) =>
  tx
    .insertInto('profile_transfers')
    .values(transfer)
    .onConflict((conflict) =>
      conflict
        .column('profile_id')
        .doUpdateSet({ code_hash: transfer.code_hash, expires_at: transfer.expires_at }),
    )
    .execute()

/** The columns of a profile that a transfer copies, besides its history and likes. */
type TransferredProfile = { source_id: number } & Pick<
  Selectable<Profiles>,
  'name' | 'avatar' | 'caption_language' | 'autoplay' | 'age_limit' | 'is_child'
>

/**
 * Deletes an unexpired code of another member's profile. Only one of several concurrent transactions succeeds.
 * @returns the profile, or undefined.
 */
export async function takeTransferCode(
  tx: Tx,
  code_hash: Buffer,
  member_id: number,
  now: Date,
): Promise<TransferredProfile | undefined> {
  const { rows } = await sql<TransferredProfile>`
    delete from profile_transfers t using profiles p
    where t.code_hash = ${code_hash} and t.expires_at > ${now.toISOString()}
      and p.id = t.profile_id and p.member_id <> ${member_id}
    returning p.id as source_id, p.name, p.avatar, p.caption_language, p.autoplay, p.age_limit, p.is_child`.execute(
    tx,
  )
  return rows[0]
}

/** Copies the history and the likes of a profile to a new one. */
export async function copyHistoryAndLikes(tx: Tx, source_id: number, profile_id: number) {
  await sql`
    insert into watch_histories (member_id, episode_id, series_id, progress, is_completed, in_continue_watching,
      watched_at, updated_at, counted_on, source_id)
    select ${profile_id}, episode_id, series_id, progress, is_completed, in_continue_watching,
      watched_at, updated_at, counted_on, source_id
    from watch_histories where profile_id = ${source_id}`.execute(tx)
  await sql`
    insert into likes (member_id, series_id, episode_id, created_at)
    select ${profile_id}, series_id, episode_id, created_at from likes where profile_id = ${source_id} order by id`.execute(
    tx,
  )
}

/** Deletes expired codes. */
export async function deleteExpiredTransferCodes(tx: Tx, now: Date) {
  await tx.deleteFrom('profile_transfers').where('expires_at', '<=', now.toISOString()).execute()
}
