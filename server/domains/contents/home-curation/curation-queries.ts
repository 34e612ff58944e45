import type { HomeCuration, SeriesCard } from '#contract/contents/contents.ts'
import type { CuratedRow, CuratedWork, HeroWork } from '#contract/contents/staff/home-curation.ts'
import type { StudioHomeCuration } from '#contract/contents/staff/home-curation.ts'
import { type CatalogueLimit } from '#contract/core/age-limits.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { imageUrl } from '#server/images/image-url.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  isPublicSeriesSql,
  isShownSeriesSql,
  isWithinLimit,
  seriesCardColumns,
  seriesScope,
} from '../catalogue-queries.ts'

/** Responses with this cache tag are outdated after an edit of the curation, and when a period starts or ends. */
export const homeCurationTag = 'home_curation'

/** Whether a row with `starts_at` and `ends_at` applies at an instant. */
const appliesAt = (row: string, at: RawBuilder<unknown>) => sql`
  coalesce(${sql.ref(`${row}.starts_at`)} <= ${at}, true) and coalesce(${sql.ref(`${row}.ends_at`)} > ${at}, true)`

type Reading = {
  at: Date
  limit: CatalogueLimit
  /** Includes rows that are off. */
  hasDrafts?: boolean
  /** Exactly at `at`, even if a later start or end has been applied by another process. */
  isPreview?: boolean
}

/** Reads what staff add to home at an instant: shown works within the limit, and no empty rows. */
export async function readHomeCuration(
  db: Db,
  { at, limit, hasDrafts = false, isPreview = false }: Reading,
): Promise<HomeCuration> {
  const instant = isPreview
    ? sql`${at.toISOString()}::timestamptz`
    : sql`greatest(${at.toISOString()}::timestamptz, (select applied_at from home_curation))`
  const isIncluded = sql`${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, limit)}`
  const [{ rows: works }, { rows: places }] = await Promise.all([
    sql<SeriesCard & { place: number }>`
      with places as (
        select -1 as place, position, series_id from home_hero_works h where ${appliesAt('h', instant)}
        union all select 0, 0, editorial_series_id from home_curation where editorial_series_id is not null
        union all select r.id, w.position, w.series_id from home_rows r join home_row_works w on w.row_id = r.id
          where (r.is_on or ${hasDrafts}) and ${appliesAt('r', instant)}
      )
      select p.place, ${seriesCardColumns(seriesScope)} from places p join series s on s.id = p.series_id
      where ${isIncluded} order by p.place, p.position`.execute(db),
    sql<Omit<HomeCuration['rows'][number], 'works'>>`
      select id, title, subtitle, after_row from home_rows order by position`.execute(db),
  ])
  const worksOf = Map.groupBy(works, ({ place }) => place)
  const cardsOf = (place: number) =>
    (worksOf.get(place) ?? []).map(({ place: _, ...card }): SeriesCard => card)
  return {
    hero: cardsOf(-1),
    editorial: cardsOf(0)[0] ?? null,
    rows: places
      .map((row) => ({ ...row, works: cardsOf(row.id) }))
      .filter((row) => row.works.length > 0),
  }
}

/** The fields of a curated work from `s` (series). */
const curatedWorkColumns = sql`s.id as series_id, s.title,
  ${imageUrl('s.poster_key', 'poster')} as poster_url, s.poster_color, ${isShownSeriesSql(seriesScope)} as is_shown,
  (${isPublicSeriesSql(seriesScope)} and s.backdrop_key is not null) as has_scene`

/** Reads the curation for its editor. */
export async function readCurationForEditing(db: Db): Promise<StudioHomeCuration> {
  const { rows: settings } = await sql<{ version: number; editorial_series_id: number | null }>`
    select version, editorial_series_id from home_curation`.execute(db)
  const { version = 1, editorial_series_id = null } = settings[0] ?? {}
  const { rows: hero } = await sql<HeroWork>`
    select ${curatedWorkColumns}, h.starts_at, h.ends_at
    from home_hero_works h join series s on s.id = h.series_id order by h.position`.execute(db)
  const { rows: editorial } = await sql<CuratedWork>`
    select ${curatedWorkColumns} from series s where s.id = ${editorial_series_id}::int`.execute(db)
  const { rows } = await sql<Omit<CuratedRow, 'works'>>`
    select id, version, title, subtitle, after_row, is_on, starts_at, ends_at
    from home_rows order by position`.execute(db)
  const { rows: works } = await sql<CuratedWork & { row_id: number }>`
    select w.row_id, ${curatedWorkColumns}
    from home_row_works w join series s on s.id = w.series_id order by w.row_id, w.position`.execute(
    db,
  )
  const worksOf = Map.groupBy(works, ({ row_id }) => row_id)
  return {
    version,
    hero,
    editorial: editorial[0] ?? null,
    rows: rows.map((row) => ({
      ...row,
      works: (worksOf.get(row.id) ?? []).map(({ row_id: _, ...work }) => work),
    })),
  }
}

/** Locks the curation, so that its edits follow each other. @returns the version of the hero and the card. */
export async function lockCuration(tx: Tx): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from home_curation for update`.execute(tx)
  return rows[0]?.version ?? 1
}

/** Whether all these works exist. They are locked against deletion. */
export async function lockWorks(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const { rows } =
    await sql`select id from series where id = any (${ids}::int[]) order by id for key share`.execute(
      tx,
    )
  return rows.length === new Set(ids).size
}

export type Scenes = {
  hero: readonly { series_id: number; starts_at: string | null; ends_at: string | null }[]
  editorial_series_id: number | null
}

/** Replaces the works of the hero and the work of the card, and increments their version. */
export async function replaceScenes(tx: Tx, { hero, editorial_series_id }: Scenes): Promise<void> {
  await sql`delete from home_hero_works`.execute(tx)
  await sql`
    insert into home_hero_works (series_id, position, starts_at, ends_at)
    select series_id, position, starts_at, ends_at
    from rows from (unnest(${hero.map(({ series_id }) => series_id)}::int[],
      ${hero.map(({ starts_at }) => starts_at)}::timestamptz[],
      ${hero.map(({ ends_at }) => ends_at)}::timestamptz[])) with ordinality
      as chosen (series_id, starts_at, ends_at, position)`.execute(tx)
  await sql`
    update home_curation set version = version + 1, editorial_series_id = ${editorial_series_id}`.execute(
    tx,
  )
}

export type RowFields = Omit<CuratedRow, 'id' | 'version' | 'works'>

const rowValues = ({ title, subtitle, after_row, is_on, starts_at, ends_at }: RowFields) => ({
  title,
  subtitle,
  after_row,
  is_on,
  starts_at,
  ends_at,
})

/** Inserts a row as the last. @returns its id. */
export async function insertRow(tx: Tx, fields: RowFields, position: number): Promise<number> {
  const { id } = await tx
    .insertInto('home_rows')
    .values({ ...rowValues(fields), position })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRowFields(tx: Tx, id: number, fields: RowFields): Promise<void> {
  await tx
    .updateTable('home_rows')
    .set({ ...rowValues(fields), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export async function replaceRowWorks(tx: Tx, row_id: number, series_ids: readonly number[]) {
  await sql`delete from home_row_works where row_id = ${row_id}`.execute(tx)
  await sql`
    insert into home_row_works (row_id, position, series_id)
    select ${row_id}::int, position, series_id
    from unnest(${series_ids}::int[]) with ordinality as chosen (series_id, position)`.execute(tx)
}

export async function deleteRowById(tx: Tx, id: number): Promise<void> {
  await sql`delete from home_rows where id = ${id}`.execute(tx)
}

/** Numbers the rows from 1 in this order. */
export async function numberRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update home_rows r set position = ordered.position
    from unnest(${ids}::int[]) with ordinality as ordered (id, position)
    where r.id = ordered.id and r.position <> ordered.position`.execute(tx)
}

/** The first start or end of a period after `now`; null without one. */
const nextChangeAfter = (now: Date) => sql`(
  select min(at) from (
    select unnest(array[starts_at, ends_at]) as at from home_hero_works
    union all select unnest(array[starts_at, ends_at]) from home_rows where is_on
  ) as changes where at > ${now.toISOString()}::timestamptz)`

/** Stores when the next period starts or ends, after an edit. */
export async function scheduleNextChange(tx: Tx, now: Date): Promise<void> {
  await sql`update home_curation set next_change_at = ${nextChangeAfter(now)}`.execute(tx)
}

/**
 * Applies the starts and ends of periods due at `now`: its trigger invalidates cached responses in all processes.
 * @returns the number of changed rows.
 */
export async function applyDuePeriods(tx: Tx, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update home_curation set next_change_at = ${nextChangeAfter(now)}, applied_at = ${now.toISOString()}::timestamptz
    where next_change_at <= ${now.toISOString()}::timestamptz`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
