import type { ExperimentTreatment, WorkOverride } from '#contract/recommendations/staff.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** Cached responses with this tag, and the settings in memory, are outdated after a change by staff. */
export const settingsCacheTag = 'recommendation_settings'

/** The settings of staff. */
export type RecommendationSettings = {
  /** The latest first. */
  pinned: number[]
  excluded: ReadonlySet<number>
  /** The running experiment. */
  experiment: { id: number; treatment: ExperimentTreatment } | null
}

export const notifySettings = (tx: Tx) =>
  sql`select notify_cache_invalidation(array[${settingsCacheTag}])`.execute(tx)

export async function readSettings(db: Db): Promise<RecommendationSettings> {
  const { rows } = await sql<{
    pinned: number[]
    excluded: number[]
    experiment: RecommendationSettings['experiment']
  }>`select
    array(select series_id from recommendation_overrides where kind = 'pinned' order by created_at desc, series_id) as pinned,
    array(select series_id from recommendation_overrides where kind = 'excluded') as excluded,
    (select json_build_object('id', id, 'treatment', treatment) from recommendation_experiments where ended_at is null) as experiment`.execute(
    db,
  )
  const { pinned = [], excluded = [], experiment = null } = rows[0] ?? {}
  return { pinned, excluded: new Set(excluded), experiment }
}

export async function listOverrides(db: Db): Promise<WorkOverride[]> {
  return db
    .selectFrom('recommendation_overrides as o')
    .innerJoin('series as s', 's.id', 'o.series_id')
    .select(['o.series_id', 's.title', 'o.created_at'])
    .select(sql<WorkOverride['kind']>`o.kind`.as('kind'))
    .orderBy('o.created_at', 'desc')
    .orderBy('o.series_id')
    .execute()
}

type Override = Pick<WorkOverride, 'series_id' | 'kind'>

/**
 * Pins or excludes a work, from the commit on in all processes.
 * @returns its title and what was set before; undefined for an unknown work.
 */
export async function setOverride(tx: Tx, { series_id, kind }: Override, now: Date) {
  const { rows } = await sql<{ title: string; before: WorkOverride['kind'] | null }>`
    with work as (select id, title from series where id = ${series_id} for key share),
    stored as (
      insert into recommendation_overrides as o (series_id, kind, created_at)
      select id, ${kind}, ${now.toISOString()}::timestamptz from work
      on conflict (series_id) do update set kind = excluded.kind,
        created_at = case when o.kind = excluded.kind then o.created_at else excluded.created_at end
      returning old.kind as before)
    select work.title, stored.before from work cross join stored`.execute(tx)
  await notifySettings(tx)
  return rows[0]
}

/** @returns what was set before, with the title; undefined if nothing was. */
export async function deleteOverride(tx: Tx, series_id: number) {
  const { rows } = await sql<{ title: string; before: WorkOverride['kind'] }>`
    delete from recommendation_overrides o using series s
    where o.series_id = ${series_id} and s.id = o.series_id returning s.title, o.kind as before`.execute(
    tx,
  )
  await notifySettings(tx)
  return rows[0]
}
