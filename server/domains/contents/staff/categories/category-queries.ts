import type { StudioCategory, StudioSettings } from '#contract/contents/staff/categories.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { imageUrl } from '#server/images/image-url.ts'
import { sql } from 'kysely'
import { readCatalogueSettings } from '../../catalogue-queries.ts'

/** Reads the categories in display order with the number of all works of each. @param id only this one */
export async function readStudioCategories(db: Db, id?: number): Promise<StudioCategory[]> {
  const { rows } = await sql<StudioCategory>`
    with used as (select unnest(category_ids) as id from series)
    select c.id, c.version, c.name, c.is_hidden, (select count(*) from used where used.id = c.id)::int as works
    from categories c where ${id ?? null}::int is null or c.id = ${id ?? null} order by c.position`.execute(
    db,
  )
  return rows
}

/** Reads the categories without the numbers of works, which need a scan of all works. */
export const readCategoryRows = (tx: Tx) =>
  tx
    .selectFrom('categories')
    .select(['id', 'version', 'name', 'is_hidden'])
    .orderBy('position')
    .execute()

/** Waits for other edits of categories and settings. @returns the version of the settings */
export async function lockCategories(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('catalogue_settings')
    .select('version')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row.version
}

/** Inserts a category at the end. @returns its id; undefined if its name is used */
export const insertCategory = (tx: Tx, id: number, name: string) =>
  tx
    .insertInto('categories')
    .values((is) => ({
      id,
      name,
      position: is
        .selectFrom('categories')
        .select(({ fn }) => sql<number>`${fn.max('position')} + 1`.as('position')),
    }))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()

export const updateCategoryRow = (
  tx: Tx,
  { id, name, is_hidden, version }: Omit<StudioCategory, 'works'>,
) =>
  tx
    .updateTable('categories')
    .set({ name, is_hidden, version: version + 1 })
    .where('id', '=', id)
    .execute()

export async function numberCategories(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update categories c set position = ordered.position
    from unnest(${ids}::int[]) with ordinality as ordered (id, position) where c.id = ordered.id`.execute(
    tx,
  )
}

export type EditedSettings = Omit<StudioSettings, 'version' | 'curation'>

export async function readStudioSettings(db: Db): Promise<StudioSettings> {
  const settings = await readCatalogueSettings(db)
  const { rows } = await sql<NonNullable<StudioSettings['curation']>>`
    select s.id as series_id, s.title, ${imageUrl('s.poster_key', 'poster')} as poster_url, s.poster_color
    from series s where s.id = ${settings.curation_series_id}::int`.execute(db)
  return { ...settings, curation: rows[0] ?? null }
}

export const seriesExists = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.selectFrom('series').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const updateSettings = (tx: Tx, settings: EditedSettings, version: number) =>
  tx
    .updateTable('catalogue_settings')
    .set({ ...settings, version: version + 1 })
    .execute()
