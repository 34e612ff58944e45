import type { SeriesCard } from '#contract/contents/contents.ts'
import type { CatalogueLimit } from '#contract/core/age-limits.ts'
import type { Db, Tx } from '#server/db/client.ts'
import {
  isPublicSeriesSql,
  isShownSeriesSql,
  isWithinLimit,
  seriesCardColumns,
  seriesScope,
} from '#server/domains/contents/index.ts'
import { sql } from 'kysely'
import {
  type AgeGroup,
  createModelBuilder,
  type ServedModel,
  type WorkNeighbours,
} from './model/served-model.ts'

/** Cached responses with this tag are outdated when another model is served. */
export const recommendationsCacheTag = 'recommendations'

/** A work with the features that the hybrid compares. */
export type DescribedWork = {
  id: number
  genres: string[]
  /** Directors and cast, in the order of the credits. */
  person_ids: number[]
  year: number | null
}

type CurrentModel = {
  id: number
  trained_at: string
  work_count: number
  profile_count: number
}

export async function readCurrentModel(db: Db): Promise<CurrentModel | undefined> {
  return db
    .selectFrom('recommendation_models')
    .select(['id', 'trained_at', 'work_count', 'profile_count'])
    .where('is_current', '=', true)
    .executeTakeFirst()
}

export async function countPublicWorks(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from series_listings where category_id = 0`.execute(db)
  return rows[0]?.count ?? 0
}

/** All works, public or not: a work that opens tomorrow can then be recommended without another training. */
export async function readDescribedWorks(db: Db): Promise<DescribedWork[]> {
  const { rows } = await sql<DescribedWork>`
    select s.id, array(select c.name from categories c where c.id = any (s.category_ids)) as genres,
      array(select c.person_id from credits c where c.series_id = s.id and c.role in ('director', 'cast')
        group by c.person_id order by min(c.position), c.person_id) as person_ids,
      extract(year from s.released_on)::int as year
    from series s order by s.id`.execute(db)
  return rows
}

/** Deletes unfinished models and begins another. @returns its id. */
export async function beginModel(
  tx: Tx,
  model: { trained_at: string; work_count: number; profile_count: number },
): Promise<number> {
  await tx.deleteFrom('recommendation_models').where('is_current', '=', false).execute()
  const { id } = await tx
    .insertInto('recommendation_models')
    .values(model)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertNeighbours(tx: Tx, model_id: number, works: readonly WorkNeighbours[]) {
  await sql`
    insert into work_neighbours (model_id, series_id, neighbour_ids, weights, credit_ids)
    select ${model_id}::int, w.series_id, w.neighbour_ids, w.weights, w.credit_ids
    from json_to_recordset(${JSON.stringify(works)}::json)
      as w (series_id int, neighbour_ids int[], weights real[], credit_ids int[])`.execute(tx)
}

export async function insertAgeGroups(tx: Tx, model_id: number, groups: readonly AgeGroup[]) {
  if (groups.length === 0) return
  await tx
    .insertInto('age_group_works')
    .values(groups.map((group) => ({ model_id, ...group })))
    .execute()
}

/** Serves the model from the commit on, in all processes, and deletes the previous one. */
export async function swapModel(tx: Tx, model_id: number): Promise<void> {
  await tx.deleteFrom('recommendation_models').where('is_current', '=', true).execute()
  await tx
    .updateTable('recommendation_models')
    .set({ is_current: true })
    .where('id', '=', model_id)
    .execute()
  await sql`select notify_cache_invalidation(array[${recommendationsCacheTag}])`.execute(tx)
}

/** Reads the served model. */
export async function readServedModel(db: Db): Promise<ServedModel> {
  const model = createModelBuilder()
  const { rows: groups } = await sql<AgeGroup>`
    select g.age_limit, g.series_ids from recommendation_models m join age_group_works g on g.model_id = m.id
    where m.is_current`.execute(db)
  for (const group of groups) model.addAgeGroup(group)
  let after = 0
  for (;;) {
    const { rows } = await sql<WorkNeighbours>`
      select n.series_id, n.neighbour_ids, n.weights, n.credit_ids
      from recommendation_models m join work_neighbours n on n.model_id = m.id
      where m.is_current and n.series_id > ${after} order by n.series_id limit 500`.execute(db)
    for (const row of rows) model.add(row)
    if (rows.length === 0) return model.build()
    after = rows.at(-1)!.series_id
  }
}

/** The cards of the public series among `ids`, in no particular order. */
export async function readPublicCards(db: Db, ids: readonly number[]): Promise<SeriesCard[]> {
  const { rows } = await sql<SeriesCard>`
    select ${seriesCardColumns(seriesScope)} from series s
    where s.id = any (${ids}::int[]) and ${isPublicSeriesSql(seriesScope)}`.execute(db)
  return rows
}

/** The public series similar to a series, the closest first; undefined for a series that is not shown. */
export async function readSimilar(
  db: Db,
  series_id: number,
  { limit, catalogue_limit }: { limit: number; catalogue_limit: CatalogueLimit },
): Promise<SeriesCard[] | undefined> {
  const { rows } = await sql<SeriesCard & { place: number }>`
    select similar_works.* from series s left join lateral (
      select neighbour.place, ${seriesCardColumns(seriesScope)}
      from recommendation_models m join work_neighbours n on n.model_id = m.id and n.series_id = ${series_id}
      cross join lateral unnest(n.neighbour_ids) with ordinality as neighbour (id, place)
      join series s on s.id = neighbour.id
      where m.is_current and ${isPublicSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, catalogue_limit)}
        and not exists (select from recommendation_overrides o where o.series_id = s.id and o.kind = 'excluded') order by neighbour.place limit ${limit}
    ) as similar_works on true
    where s.id = ${series_id} and ${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, catalogue_limit)} order by similar_works.place`.execute(
    db,
  )
  if (rows.length === 0) return undefined
  return rows.filter(({ id }) => id !== null).map(({ place: _, ...card }) => card)
}
