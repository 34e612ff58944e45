import type { Db } from '#server/db/client.ts'
import { readCatalogueSettings } from '../catalogue-queries.ts'

/** The categories by the names that files give them, and the two that follow from countries. */
export type ImportCategories = {
  ids: ReadonlyMap<string, number>
  korean_category_id: number
  abroad_category_id: number
}

/** Reads the categories, also hidden ones, as staff named them last. */
export async function readImportCategories(db: Db): Promise<ImportCategories> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'name'])
    .orderBy('position')
    .execute()
  const { korean_category_id, abroad_category_id } = await readCatalogueSettings(db)
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return { ids, korean_category_id, abroad_category_id }
}
