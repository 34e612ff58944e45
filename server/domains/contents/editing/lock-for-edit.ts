import type { EpisodeFields, StudioPerson, WorkFields } from '#contract/studio/catalogue.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

type Edited<F> = F & { id: number; version: number }
export type LockedWork = Edited<WorkFields>
export type LockedEpisode = Edited<EpisodeFields> & {
  series_id: number
  series_title: string
  season_number: number
  number: number
}
export type LockedSeason = Edited<{ title: string }> & { series_id: number; number: number }

/** A row that is hidden without a schedule counts as withheld. */
const withheldColumn = (table: 's' | 'e') =>
  sql.raw(
    `(${table}.is_unpublished or (${table}.is_hidden and ${table}.next_publication_change_at is null and not ${table}.is_expired)) as is_unpublished`,
  )

const imageColumns = (table: 's' | 'e', name: string) =>
  sql.raw(
    `case when ${table}.${name}_key is not null
      then json_build_object('key', ${table}.${name}_key, 'color', ${table}.${name}_color) end as ${name}`,
  )

/** The editable columns of `s` (series). */
export const workColumns = sql`
  s.id, s.version, s.title, s.title_original, s.synopsis, s.category_ids, s.age_rating, s.descriptors, s.released_on,
  s.is_completed, ${withheldColumn('s')}, s.publish_at, s.unpublish_at, ${imageColumns('s', 'poster')}, ${imageColumns('s', 'backdrop')}`

/** The editable columns of `e` (episodes). */
export const episodeColumns = sql`
  e.id, e.version, e.title, e.synopsis, e.is_free, e.price, e.rental_price, e.in_subscription, e.orientation,
  ${withheldColumn('e')}, e.publish_at, e.unpublish_at, ${imageColumns('e', 'thumbnail')}`

/** Reads a work's fields and version, and locks its row (`for update`). */
export async function lockWork(tx: Tx, id: number): Promise<LockedWork | undefined> {
  const { rows } = await sql<Omit<LockedWork, 'people'>>`
    select ${workColumns} from series s where s.id = ${id}::int for update`.execute(tx)
  const [row] = rows
  return row && { ...row, people: await readPeople(tx, id) }
}

/** Reads the credits of a work, in order. */
export async function readPeople(db: Db | Tx, series_id: number): Promise<StudioPerson[]> {
  return (db as Db)
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
    select ${episodeColumns}, e.series_id, s.title as series_title, se.number as season_number, e.number
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
