import type { EpisodeFields, StudioPerson, WorkFields } from '#contract/contents/staff/catalogue.ts'
import { fragmentOf } from '#server/db/sql-fragments.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { type InsertObject, sql, type Updateable } from 'kysely'

type Edited<F> = F & { id: number; version: number }
type LockedWork = Edited<WorkFields>
export type LockedEpisode = Edited<EpisodeFields> & {
  series_id: number
  series_title: string
  season_number: number
  number: number
}
export type LockedSeason = Edited<{ title: string }> & { series_id: number; number: number }

/** A row that is hidden without a schedule counts as unpublished. */
export const unpublishedColumn = (table: 's' | 'e') =>
  sql.raw(
    `(${table}.is_unpublished or (${table}.is_hidden and ${table}.next_publication_change_at is null and not ${table}.is_expired)) as is_unpublished`,
  )

const imageColumns = (table: 's' | 'e', name: string) =>
  sql.raw(
    `case when ${table}.${name}_key is not null
      then json_build_object('key', ${table}.${name}_key, 'color', ${table}.${name}_color) end as ${name}`,
  )

/** The editable columns of `s` (series). */
export const workColumns = fragmentOf<{ s: 'series' }>()(sql`
  s.id, s.version, s.title, s.title_original, s.synopsis, s.category_ids, s.countries, s.age_rating, s.descriptors, s.released_on,
  s.is_completed, s.is_dubbed, coalesce(s.is_announced, s.import_key is not null and not s.is_hidden) as is_announced,
  ${unpublishedColumn('s')}, s.publish_at, s.unpublish_at, s.territories, s.licence_notes,
  ${imageColumns('s', 'poster')}, ${imageColumns('s', 'backdrop')}`)

/** The editable columns of `e` (episodes). */
export const episodeColumns = fragmentOf<{ e: 'episodes' }>()(sql`
  e.id, e.version, e.title, e.synopsis, e.is_free, e.price, e.rental_price, e.in_subscription, e.orientation, e.is_announced,
  ${unpublishedColumn('e')}, e.publish_at, e.unpublish_at, ${imageColumns('e', 'thumbnail')}`)

/** Reads a work's fields and version, and locks its row (`for update`). */
export async function lockWork(tx: Tx, id: number): Promise<LockedWork | undefined> {
  const { rows } = await sql<Omit<LockedWork, 'people'>>`
    select ${workColumns({ s: 'series' })} from series s where s.id = ${id}::int for update`.execute(
    tx,
  )
  const [row] = rows
  return row && { ...row, people: await readPeople(tx, id) }
}

/** Reads the credits of a work, in order. */
export async function readPeople(db: Db, series_id: number): Promise<StudioPerson[]> {
  return db
    .selectFrom('credits as c')
    .innerJoin('people as p', 'p.id', 'c.person_id')
    .select(['p.name', 'p.name_original', 'c.role', 'c.character'])
    .where('c.series_id', '=', series_id)
    .orderBy('c.position')
    .orderBy('p.id')
    .execute() as Promise<StudioPerson[]>
}

/**
 * Reads an episode's fields and version, and locks its row (`for update`). The series is locked first, because the
 * listing trigger of an episode locks it too; one lock order for all edits avoids deadlocks.
 */
export async function lockEpisode(tx: Tx, id: number): Promise<LockedEpisode | undefined> {
  await sql`select from series s where s.id = (select e.series_id from episodes e where e.id = ${id}::int)
    for no key update`.execute(tx)
  const { rows } = await sql<LockedEpisode>`
    select ${episodeColumns({ e: 'episodes' })}, e.series_id, s.title as series_title, se.number as season_number, e.number
    from episodes e join seasons se on se.id = e.season_id join series s on s.id = e.series_id
    where e.id = ${id}::int for update of e`.execute(tx)
  return rows[0]
}

/** Reads a season's title and version, and locks the series and the season. */
export async function lockSeason(tx: Tx, id: number): Promise<LockedSeason | undefined> {
  await sql`select from series s where s.id = (select se.series_id from seasons se where se.id = ${id}::int)
    for no key update`.execute(tx)
  const { rows } = await sql<LockedSeason>`
    select id, version, title, series_id, number from seasons where id = ${id}::int for update`.execute(
    tx,
  )
  return rows[0]
}

/** Locks the row of a work whose seasons or episodes are added or reordered (`for no key update`). */
export async function lockSeries(tx: Tx, id: number) {
  return tx
    .selectFrom('series')
    .select(['id', 'title', 'is_series', 'is_hidden', 'publish_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type CatalogueTable = 'series' | 'seasons' | 'episodes'

/** @returns the id of the new row. */
export async function insertRow<T extends CatalogueTable>(
  tx: Tx,
  table: T,
  values: InsertObject<DB, T>,
): Promise<number> {
  const { id } = await tx
    .insertInto<CatalogueTable>(table)
    .values(values as InsertObject<DB, CatalogueTable>)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRow<T extends CatalogueTable>(
  tx: Tx,
  table: T,
  id: number,
  values: Updateable<DB[T]>,
): Promise<void> {
  await tx
    .updateTable(table as CatalogueTable)
    .set(values)
    .where('id', '=', id)
    .execute()
}

/** Sets the public release date of an episode, unless it has one. */
export async function setFirstRelease(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('episodes')
    .set({ released_at: now.toISOString() })
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .execute()
}

/**
 * Sets the release date of the episodes that are published with their work.
 * @param before the previous date of the work; episodes with another date keep theirs.
 * @returns their ids.
 */
export async function releaseEpisodes(
  tx: Tx,
  series_id: number,
  before: string | null,
  released_at: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update episodes set released_at = ${released_at}
    where series_id = ${series_id} and not is_unpublished and publish_at is null
      and (released_at is null or released_at = ${before}::timestamptz)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The highest number of the seasons of a series; 0 without one. */
export async function readLastSeasonNumber(tx: Tx, series_id: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(number), 0) as last from seasons where series_id = ${series_id}`.execute(tx)
  return rows[0]?.last ?? 0
}

/** Reads the number and the terms of sale of the last episode of a season. */
export async function readLastEpisode(tx: Tx, season_id: number) {
  return tx
    .selectFrom('episodes')
    .select(['number', 'is_free', 'price', 'rental_price', 'in_subscription', 'orientation'])
    .where('season_id', '=', season_id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The seasons of a work, or the episodes of a season. */
export type NumberedRows =
  | { table: 'seasons'; parent: 'series_id'; parent_id: number }
  | { table: 'episodes'; parent: 'season_id'; parent_id: number }

/** Reads the ids and numbers of rows in order, and locks them (`for no key update`). */
export async function lockNumbers(tx: Tx, { table, parent, parent_id }: NumberedRows) {
  const { rows } = await sql<{ id: number; number: number }>`
    select id, number from ${sql.table(table)} where ${sql.ref(parent)} = ${parent_id}
    order by number for no key update`.execute(tx)
  return rows
}

export async function updateNumbers(
  tx: Tx,
  table: NumberedRows['table'],
  numbers: readonly { id: number; number: number }[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} as t set number = w.number
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as w (id int, number int)
    where t.id = w.id`.execute(tx)
}

/** Replaces the credits of a work by these people, in this order. Inserts people who are not in the catalogue yet. */
export async function replaceCredits(tx: Tx, series_id: number, people: readonly StudioPerson[]) {
  const rows = people.map((person, position) => ({ ...person, position }))
  const personRows = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as w (name text, name_original text, role text, "character" text, position smallint)`
  // Sorted, so that concurrent transactions that insert the same people do not deadlock.
  await sql`
    insert into people (name, name_original)
    select distinct w.name, w.name_original from ${personRows} order by 1, 2
    on conflict do nothing`.execute(tx)
  const matchedPeople = sql`(select p.id as person_id, w.* from ${personRows}
    join people p on p.name = w.name and p.name_original is not distinct from w.name_original) as w`
  await sql`
    delete from credits c where c.series_id = ${series_id}
      and not exists (select from ${matchedPeople} where w.person_id = c.person_id and w.role = c.role)`.execute(
    tx,
  )
  await sql`
    insert into credits as c (series_id, person_id, role, "character", position)
    select ${series_id}, w.person_id, w.role, w.character, w.position from ${matchedPeople}
    on conflict (series_id, role, person_id) do update
      set "character" = excluded.character, position = excluded.position
      where (c.character, c.position) is distinct from (excluded.character, excluded.position)`.execute(
    tx,
  )
}

/** An episode without an asset and viewer activity. Foreign keys protect purchased episodes. */
const isUnused = sql`
  e.asset_id is null and e.viewer_count = 0 and e.like_count = 0 and e.review_count = 0`

/** Deletes an unused episode. @returns false if it is in use. */
export async function deleteUnusedEpisode(tx: Tx, id: number): Promise<boolean> {
  try {
    const { numAffectedRows } = await sql`
      delete from episodes e where e.id = ${id}::int and ${isUnused}`.execute(tx)
    return numAffectedRows === 1n
  } catch (error) {
    // foreign_key_violation: an order or a purchase references the episode.
    if ((error as { code?: string }).code === '23503') return false
    throw error
  }
}

/** Deletes a season without episodes. @returns false if it has any. */
export async function deleteEmptySeason(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from seasons se where se.id = ${id}::int
      and not exists (select from episodes e where e.season_id = se.id)`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether all ids are categories. */
export async function areCategories(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(${ids}::int[]) as id where id not in (select c.id from categories c)`.execute(
    tx,
  )
  return rows.length === 0
}
