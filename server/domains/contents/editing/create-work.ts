import type { AgeCode } from '#contract/contents/contents.ts'
import type { Tx } from '#server/db/client.ts'
import { importCopy } from '../import/import.copy.ts'

export type NewWork = {
  title: string
  is_series: boolean
  age_rating: AgeCode
  category_ids: readonly number[]
  /** The key of the work in the imported catalogue. */
  import_key?: string
}

/**
 * Creates an unpublished work. A film gets its season and episode (D-30), a series its first season.
 */
export async function createWork(tx: Tx, work: NewWork, now: Date): Promise<{ id: number }> {
  const { title, is_series, age_rating, category_ids, import_key = null } = work
  const { id } = await tx
    .insertInto('series')
    .values({
      ...{ title, is_series, age_rating, import_key },
      category_ids: [...new Set(category_ids)].sort((a, b) => a - b),
      is_completed: !is_series,
      is_hidden: true,
      is_unpublished: true,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const season = await tx
    .insertInto('seasons')
    .values({
      series_id: id,
      number: 1,
      title: is_series ? importCopy.season(1) : importCopy.filmSeason,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!is_series)
    await tx
      .insertInto('episodes')
      .values({
        ...{ series_id: id, season_id: season.id, number: 1, title },
        created_at: now.toISOString(),
      })
      .execute()
  return { id }
}
