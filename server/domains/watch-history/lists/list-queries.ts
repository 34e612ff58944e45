import type { SeriesCard } from '#contract/contents/contents.ts'
import type { AgeLimit } from '#contract/core/age-limits.ts'
import { maxLists, maxListWorks } from '#contract/watch-history/list-limits.ts'
import type { WorkList } from '#contract/watch-history/lists.ts'
import type { SessionProfile } from '#server/api/request-context.ts'
import type { Db, Tx } from '#server/db/client.ts'
import {
  isShownSeriesSql,
  isWithinLimit,
  seriesCardColumns,
  seriesScope,
} from '#server/domains/contents/index.ts'
import { imageUrl } from '#server/images/image-url.ts'
import { sql } from 'kysely'

/** Posters of a cover. */
const coverPosters = 4

/** Works that a list shows: those that exist for the public, within a limit. */
const isListed = (limit: AgeLimit) =>
  sql`${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, limit)}`

/**
 * The lists of a profile, the last changed first, or one of them.
 * @param query.series_id the work that `has_work` is about
 */
export async function readLists(
  db: Db,
  profile: Pick<SessionProfile, 'id' | 'age_limit'>,
  { list_id, series_id }: { list_id?: number; series_id?: number | undefined },
): Promise<WorkList[]> {
  const { rows } = await sql<WorkList>`
    select l.id, l.name, l.token, l.updated_at, works.work_count, works.posters,
      exists (select from work_list_works w where w.list_id = l.id and w.series_id = ${series_id ?? 0}::int) as has_work
    from work_lists l cross join lateral (
      select count(*)::int as work_count,
        coalesce(json_agg(json_build_object('url', poster_url, 'color', poster_color) order by position)
          filter (where row_number <= ${coverPosters}), '[]') as posters
      from (
        select w.position, s.poster_color, ${imageUrl('s.poster_key', 'poster')} as poster_url,
          row_number() over (order by w.position)
        from work_list_works w join series s on s.id = w.series_id
        where w.list_id = l.id and ${isListed(profile.age_limit)}
      ) as listed
    ) as works
    where l.profile_id = ${profile.id} and ${list_id === undefined ? sql`true` : sql`l.id = ${list_id}`}
    order by l.updated_at desc, l.id desc`.execute(db)
  return rows
}

/** The works of a list that a limit allows, in their order. */
export async function readListWorks(db: Db, list_id: number, limit: AgeLimit) {
  const { rows } = await sql<SeriesCard>`
    select ${seriesCardColumns(seriesScope)}
    from work_list_works w join series s on s.id = w.series_id
    where w.list_id = ${list_id} and ${isListed(limit)} order by w.position`.execute(db)
  return rows
}

export const readSharedList = (db: Db, token: string) =>
  db.selectFrom('work_lists').select(['id', 'name']).where('token', '=', token).executeTakeFirst()

/** Locks a list of a profile, which serializes the changes of its works. */
export const lockList = (tx: Tx, profile_id: number, id: number) =>
  tx
    .selectFrom('work_lists')
    .select(['name', 'token'])
    .where('id', '=', id)
    .where('profile_id', '=', profile_id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Locks a profile, which serializes the creation and deletion of its lists. */
const lockProfile = (tx: Tx, profile_id: number) =>
  tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', profile_id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** @returns the id of the new list; undefined if the profile has the most lists. */
export async function insertList(
  tx: Tx,
  { profile_id, name, now }: { profile_id: number; name: string; now: Date },
): Promise<number | undefined> {
  await lockProfile(tx, profile_id)
  const { rows } = await sql<{ id: number }>`
    insert into work_lists (profile_id, position, name, created_at, updated_at)
    select ${profile_id}, count(*) + 1, ${name}, ${now.toISOString()}, ${now.toISOString()}
    from work_lists where profile_id = ${profile_id} having count(*) < ${maxLists}::int
    returning id`.execute(tx)
  return rows[0]?.id
}

export const updateList = (
  tx: Tx,
  { id, name, token, now }: { id: number; name: string; token: string | null; now: Date },
) =>
  tx
    .updateTable('work_lists')
    .set({ name, token, updated_at: now.toISOString() })
    .where('id', '=', id)
    .execute()

/** Deletes a list and closes the gap of its position. @returns whether the profile had it. */
export async function deleteList(tx: Tx, profile_id: number, id: number): Promise<boolean> {
  await lockProfile(tx, profile_id)
  const deleted = await tx
    .deleteFrom('work_lists')
    .where('id', '=', id)
    .where('profile_id', '=', profile_id)
    .returning('position')
    .executeTakeFirst()
  if (!deleted) return false
  await sql`
    update work_lists set position = position - 1
    where profile_id = ${profile_id} and position > ${deleted.position}`.execute(tx)
  return true
}

type ListWork = { list_id: number; series_id: number; now: Date }

const markChanged = (tx: Tx, { list_id, now }: Pick<ListWork, 'list_id' | 'now'>) =>
  tx
    .updateTable('work_lists')
    .set({ updated_at: now.toISOString() })
    .where('id', '=', list_id)
    .execute()

/** Adds a work at the end of a locked list. @returns whether the list has it now; false if it is full. */
export async function addWork(tx: Tx, { list_id, series_id, now }: ListWork): Promise<boolean> {
  const { rows } = await sql<{ has_work: boolean; was_added: boolean }>`
    with added as (
      insert into work_list_works (list_id, series_id, position, added_at)
      select ${list_id}, ${series_id}, coalesce(max(position), 0) + 1, ${now.toISOString()}
      from work_list_works where list_id = ${list_id} having count(*) < ${maxListWorks}::int
      on conflict (list_id, series_id) do nothing returning 1
    )
    select exists (select from added) as was_added, exists (
      select from work_list_works where list_id = ${list_id} and series_id = ${series_id}) as has_work`.execute(
    tx,
  )
  if (rows[0]?.was_added) await markChanged(tx, { list_id, now })
  return rows[0]?.was_added || rows[0]?.has_work || false
}

/**
 * Moves a work of a locked list before another one, or to the end, by one statement.
 * @returns whether the list has both works.
 */
export async function moveWork(
  tx: Tx,
  { before_series_id, ...work }: ListWork & { before_series_id: number | null },
): Promise<boolean> {
  const { list_id, series_id } = work
  const { numAffectedRows = 0n } = await sql`
    update work_list_works w set position = case
      when w.series_id = ${series_id} then place.target
      when place.target > place.source then w.position - 1
      else w.position + 1 end
    from (
      select moved.position as source, ends.target - (ends.target > moved.position)::int as target
      from work_list_works moved cross join lateral (
        select ${
          before_series_id === null
            ? sql`max(position) + 1 as target from work_list_works where list_id = ${list_id}`
            : sql`position as target from work_list_works where list_id = ${list_id} and series_id = ${before_series_id}`
        }
      ) as ends
      where moved.list_id = ${list_id} and moved.series_id = ${series_id}
    ) as place
    where w.list_id = ${list_id}
      and w.position between least(place.source, place.target) and greatest(place.source, place.target)`.execute(
    tx,
  )
  if (numAffectedRows > 0n) await markChanged(tx, work)
  return numAffectedRows > 0n
}

/** Removes a work from a locked list and closes the gap. @returns whether the list had it. */
export async function removeWork(tx: Tx, work: ListWork): Promise<boolean> {
  const { list_id, series_id } = work
  const removed = await tx
    .deleteFrom('work_list_works')
    .where('list_id', '=', list_id)
    .where('series_id', '=', series_id)
    .returning('position')
    .executeTakeFirst()
  if (!removed) return false
  await sql`
    update work_list_works set position = position - 1
    where list_id = ${list_id} and position > ${removed.position}`.execute(tx)
  await markChanged(tx, work)
  return true
}
