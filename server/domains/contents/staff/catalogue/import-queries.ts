import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** Finds a work by its id or by the key of its import. */
export function findImportedWork(tx: Tx, by: { id: number } | { import_key: string }) {
  const works = tx.selectFrom('series').select(['id', 'is_series'])
  return 'id' in by
    ? works.where('id', '=', by.id).executeTakeFirst()
    : works.where('import_key', '=', by.import_key).executeTakeFirst()
}

export async function findSeasonId(tx: Tx, series_id: number, number: number) {
  const seasons = tx.selectFrom('seasons').select('id').where('series_id', '=', series_id)
  return (await seasons.where('number', '=', number).executeTakeFirst())?.id
}

export async function findEpisodeId(tx: Tx, season_id: number, number: number) {
  const episodes = tx.selectFrom('episodes').select('id').where('season_id', '=', season_id)
  return (await episodes.where('number', '=', number).executeTakeFirst())?.id
}

/** Reads what an import can change of each episode, as text: `1-2 답장, 1500원`. */
export async function readEpisodeTexts(tx: Tx, series_id: number): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(', ', se.number || '-' || e.number || ' ' || e.title, nullif(e.synopsis, ''), e.price || '원',
      case when e.is_free then '무료' end, case when not e.in_subscription then '이용권 제외' end) as text
    from episodes e join seasons se on se.id = e.season_id where e.series_id = ${series_id}
    order by se.number, e.number`.execute(tx)
  return rows.map(({ text }) => text)
}

/** Rolls back failed work without undoing the writes before it. */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint line`.execute(tx)
  try {
    return await work()
  } catch (error) {
    await sql`rollback to savepoint line`.execute(tx)
    throw error
  }
}
