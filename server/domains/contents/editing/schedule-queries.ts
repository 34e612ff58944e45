import type { Db, Tx } from '#server/db/client.ts'
import { type RawBuilder, sql } from 'kysely'
import { applyDuePeriods } from '../home-curation/curation-queries.ts'

type Table = 'series' | 'episodes'

/**
 * `is_hidden`, `is_expired` and `next_publication_change_at` of a row by its schedule at `now`. An episode is hidden until its
 * release date, too.
 */
function scheduledState(table: Table, now: Date) {
  const starts = table === 'episodes' ? sql`greatest(publish_at, released_at)` : sql`publish_at`
  return sql`
    row (is_unpublished or coalesce(${starts} > ${now}, false) or coalesce(unpublish_at <= ${now}, false),
      not is_unpublished and coalesce(unpublish_at <= ${now}, false),
      case when ${starts} > ${now} then least(${starts}, case when unpublish_at > ${now} then unpublish_at end)
        when unpublish_at > ${now} then unpublish_at end)`
}

/** Applies the schedules of these rows to their visibility. */
export async function applySchedules(tx: Tx, table: Table, ids: readonly number[], now: Date) {
  await sql`
    update ${sql.table(table)} set (is_hidden, is_expired, next_publication_change_at) = ${scheduledState(table, now)}
    where id = any (${ids}::int[])`.execute(tx)
}

/** Rows per transaction and table, small enough that edits do not wait long for the locks. */
const batchSize = 200

/**
 * Applies the publication changes due at `now`, the announced dates that pass, and the periods of home's curation. The triggers of any edit update listings, search and cached responses.
 * Locked rows are skipped until the next run.
 * @returns the number of changed rows.
 */
export async function applyDueSchedules(tx: Tx, now: Date): Promise<number> {
  const applyTo = (table: Table): RawBuilder<unknown> => sql`
    update ${sql.table(table)} set (is_hidden, is_expired, next_publication_change_at) = ${scheduledState(table, now)}
    where id in (select id from ${sql.table(table)} where next_publication_change_at <= ${now}
      order by id limit ${batchSize} for update skip locked)`
  const series = await applyTo('series').execute(tx)
  const episodes = await applyTo('episodes').execute(tx)
  const periods = await applyDuePeriods(tx, now)
  const { rows } = await sql<{ passed: number }>`
    select clear_passed_opening_dates(${now.toISOString()}::timestamptz) as passed`.execute(tx)
  const works = Number(series.numAffectedRows ?? 0) + (rows[0]?.passed ?? 0)
  return works + Number(episodes.numAffectedRows ?? 0) + periods
}

/** The instant of the next publication change; null if none is scheduled. */
export async function readNextScheduledChange(db: Db): Promise<string | null> {
  const { rows } = await sql<{ next: string | null }>`
    select least((select min(next_publication_change_at) from series where next_publication_change_at is not null),
      (select min(next_publication_change_at) from episodes where next_publication_change_at is not null),
      (select nullif(min(opens_at), 'infinity') from upcoming_series),
      (select next_change_at from home_curation)) as next`.execute(db)
  return rows[0]?.next ?? null
}
