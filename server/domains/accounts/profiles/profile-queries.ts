import type { Profile, SelectedProfile } from '#contract/accounts/profile-fields.ts'
import { maxProfiles } from '#contract/accounts/profile-rules.ts'
import { profileWidth } from '#contract/core/images.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { createBatcher } from '#server/db/request-batcher.ts'
import type { Profiles, ProfileTransfers } from '#server/db/schema/tables.generated.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'

/** The columns that a transfer to another account copies. */
const transferredColumns = [
  'name',
  'avatar',
  'caption_language',
  'autoplay',
  'age_limit',
  'is_child',
] as const
const profileColumns = [
  ...transferredColumns,
  'id',
  'is_history_paused',
  'picture_key',
  'pin_hash',
  'position',
  'created_at',
] as const satisfies readonly (keyof Profiles)[]

export type ProfileRow = Pick<Selectable<Profiles>, (typeof profileColumns)[number]>

/** Maps a row to the API type. */
export function toProfile({ picture_key, pin_hash, position, ...row }: ProfileRow): Profile {
  return {
    ...(row as Omit<Profile, 'picture_url' | 'has_pin' | 'is_first'>),
    picture_url: picture_key && `/images/${picture_key}/${profileWidth}.webp`,
    has_pin: pin_hash !== null,
    is_first: position === 1,
  }
}

/** Reads the profiles of a member, the first one first. */
export const findProfiles = (db: Db, member_id: number): Promise<ProfileRow[]> =>
  db
    .selectFrom('profiles')
    .select(profileColumns)
    .where('member_id', '=', member_id)
    .orderBy('position')
    .execute()

/**
 * Creates the lookup of a member's profiles, the first one first. Every page of a member needs it, so concurrent lookups
 * share one query.
 */
export function createProfilesFinder() {
  const find = createBatcher<{ db: Db; member_id: number }, ProfileRow[]>(
    async (requests) => {
      const ids = requests.map(({ member_id }) => member_id)
      // A batch is never empty, and all requests of an app read from the same database.
      const rows = await requests[0]!.db
        .selectFrom('profiles')
        .select([...profileColumns, 'member_id'])
        .where('member_id', '=', sql<number>`any(${ids}::int[])`)
        .orderBy('position')
        .execute()
      const byMember = Map.groupBy(rows, ({ member_id }) => member_id)
      return ids.map((id) => ({
        answer: (byMember.get(id) ?? []).map(({ member_id: _, ...row }) => row),
      }))
    },
    { concurrency: 4, max_batch_size: 200 },
  )
  return (db: Db, member_id: number): Promise<ProfileRow[]> => find({ db, member_id })
}

export const findProfile = (db: Db, member_id: number, id: number) =>
  db
    .selectFrom('profiles')
    .select(profileColumns)
    .where('member_id', '=', member_id)
    .where('id', '=', id)
    .executeTakeFirst()

/** Locks a profile of a member. */
export const lockProfile = (tx: Tx, member_id: number, id: number) =>
  tx
    .selectFrom('profiles')
    .select(profileColumns)
    .where('member_id', '=', member_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Locks the member, which serializes the creation of profiles. @returns false if the member is deleted. */
export async function lockHousehold(tx: Tx, member_id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('members')
    .select('id')
    .where('id', '=', member_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts a profile at the lowest free position. @returns undefined if the account has the maximum number. */
export async function insertProfile(tx: Tx, profile: Omit<Insertable<Profiles>, 'position'>) {
  const { rows } = await sql<{ position: number }>`
    select min(free.position)::smallint as position from generate_series(2, ${maxProfiles}::int) as free (position)
    where not exists (select from profiles p
      where p.member_id = ${profile.member_id} and p.position = free.position)
    having count(*) > 0`.execute(tx)
  const position = rows[0]?.position
  if (position === undefined) return undefined
  return tx
    .insertInto('profiles')
    .values({ ...profile, position })
    .returning(profileColumns)
    .executeTakeFirstOrThrow()
}

/** @returns undefined if the profile is deleted. */
export const updateProfile = (tx: Tx, id: number, values: Updateable<Profiles>) =>
  tx
    .updateTable('profiles')
    .set(values)
    .where('id', '=', id)
    .returning(profileColumns)
    .executeTakeFirst()

/** Deletes a profile. Foreign keys cascade to its history, likes and reviews. */
export const deleteProfile = (tx: Tx, id: number) =>
  tx.deleteFrom('profiles').where('id', '=', id).executeTakeFirst()

/** Selects the only profile in the sessions that use it without a selection, before there is another one. */
export async function selectOnlyProfile(tx: Tx, member_id: number) {
  await sql`
    update sessions set profile_id = only_open_profile(member_id)
    where member_id = ${member_id} and profile_id is null and only_open_profile(member_id) is not null`.execute(
    tx,
  )
}

/** The keys of the pictures of a member's profiles. */
export async function findPictureKeys(tx: Tx, member_id: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('profiles')
    .select('picture_key')
    .where('member_id', '=', member_id)
    .execute()
  return rows.flatMap(({ picture_key }) => picture_key ?? [])
}

/** The profile of a session and the number of the account's profiles, for the member's own data. */
export type Selection = { profile: SelectedProfile | null; profile_count: number }

/**
 * @param rows the profiles of the member
 * @param profile_id the session's profile; null for a new session, which begins with the only profile if it is open
 */
export function selectionOf(rows: readonly ProfileRow[], profile_id: number | null): Selection {
  const [only] = rows
  const isOpen = rows.length === 1 && only?.pin_hash === null && only.age_limit === '19'
  const selected = profile_id === null ? isOpen && only : rows.find(({ id }) => id === profile_id)
  return { profile: selected ? toSelected(selected) : null, profile_count: rows.length }
}

function toSelected(row: ProfileRow): SelectedProfile {
  const { has_pin: _, is_first: __, created_at: ___, ...profile } = toProfile(row)
  return profile
}

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

type TransferredProfile = { source_id: number } & Pick<
  Selectable<Profiles>,
  (typeof transferredColumns)[number]
>

/**
 * Deletes an unexpired code of another member's profile. Only one of several concurrent transactions succeeds.
 * @returns the profile, or undefined.
 */
export async function takeTransferCode(tx: Tx, code_hash: Buffer, member_id: number, now: Date) {
  const { rows } = await sql<TransferredProfile>`
    delete from profile_transfers t using profiles p
    where t.code_hash = ${code_hash} and t.expires_at > ${now.toISOString()}
      and p.id = t.profile_id and p.member_id <> ${member_id}
    returning p.id as source_id, ${sql.join(transferredColumns.map((column) => sql.ref(`p.${column}`)))}`.execute(
    tx,
  )
  return rows[0]
}

/** Copies the history, the likes and the lists of a profile to a new one. The copies of lists are private. */
export async function copyLibrary(tx: Tx, source_id: number, profile_id: number) {
  await sql`
    insert into watch_histories (profile_id, episode_id, series_id, progress, is_completed, in_continue_watching,
      watched_at, updated_at, counted_on, source_id)
    select ${profile_id}, episode_id, series_id, progress, is_completed, in_continue_watching,
      watched_at, updated_at, counted_on, source_id
    from watch_histories where profile_id = ${source_id}`.execute(tx)
  await sql`
    insert into likes (profile_id, series_id, episode_id, created_at)
    select ${profile_id}, series_id, episode_id, created_at from likes where profile_id = ${source_id} order by id`.execute(
    tx,
  )
  await sql`
    with copied as (
      insert into work_lists (profile_id, position, name, created_at, updated_at)
      select ${profile_id}, position, name, created_at, updated_at from work_lists where profile_id = ${source_id}
      returning id, position
    )
    insert into work_list_works (list_id, series_id, position, added_at)
    select copied.id, w.series_id, w.position, w.added_at
    from copied join work_lists l on l.profile_id = ${source_id} and l.position = copied.position
    join work_list_works w on w.list_id = l.id`.execute(tx)
}

/** Deletes the transfer codes of a member's profiles. */
export const deleteTransferCodes = (tx: Tx, member_id: number) =>
  tx
    .deleteFrom('profile_transfers')
    .where('profile_id', 'in', (eb) =>
      eb.selectFrom('profiles').select('id').where('member_id', '=', member_id),
    )
    .execute()

/** Deletes expired codes. */
export const deleteExpiredTransferCodes = (tx: Tx, now: Date) =>
  tx.deleteFrom('profile_transfers').where('expires_at', '<=', now.toISOString()).execute()
