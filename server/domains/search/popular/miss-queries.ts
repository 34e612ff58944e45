import type { SearchMiss, SearchSynonym } from '#contract/search/staff.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** Days for which misses are kept. */
const keptDays = 30
/** The maximum number of new terms per day, so that invented ones do not fill the table. */
const maxTermsOfDay = 5_000

const dayInSeoul = (now: Date) =>
  sql`(${now.toISOString()}::timestamptz at time zone 'Asia/Seoul')::date`

/** Counts a search that found nothing. */
export async function countMiss(tx: Tx, term: string, now: Date): Promise<void> {
  const day = dayInSeoul(now)
  await sql`
    insert into search_misses (day, term) select ${day}, ${term}
    where exists (select from search_misses where day = ${day} and term = ${term})
      or ${maxTermsOfDay} > (select count(*) from search_misses where day = ${day})
    on conflict (day, term) do update set count = search_misses.count + 1`.execute(tx)
}

export async function deleteOldMisses(tx: Tx, now: Date): Promise<void> {
  await sql`delete from search_misses where day < ${dayInSeoul(now)} - ${keptDays}::int`.execute(tx)
}

/** Reads the terms that found nothing in the last 30 days, the most frequent first. */
export async function readMisses(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const { rows } = await sql<SearchMiss & { total: number }>`
    select m.term, sum(m.count)::int as count, max(m.day)::text as last_day, s.replacement,
      count(*) over ()::int as total
    from search_misses m left join search_synonyms s on s.term = m.term
    group by m.term, s.replacement order by 2 desc, 3 desc, 1 limit ${limit} offset ${offset}`.execute(
    db,
  )
  const results = rows.map(({ total: _, ...miss }) => miss)
  return { count: rows[0]?.total ?? 0, results }
}

const synonymColumns = ['id', 'term', 'replacement'] as const

export const readSynonyms = (db: Db): Promise<SearchSynonym[]> =>
  db.selectFrom('search_synonyms').select(synonymColumns).orderBy('term').limit(2_000).execute()

/** @returns undefined if the term has a replacement. */
export const insertSynonym = (
  tx: Tx,
  synonym: Omit<SearchSynonym, 'id'>,
): Promise<SearchSynonym | undefined> =>
  tx
    .insertInto('search_synonyms')
    .values(synonym)
    .onConflict((conflict) => conflict.doNothing())
    .returning(synonymColumns)
    .executeTakeFirst()

/** @returns undefined if there is no such synonym. */
export const deleteSynonym = (tx: Tx, id: number): Promise<SearchSynonym | undefined> =>
  tx.deleteFrom('search_synonyms').where('id', '=', id).returning(synonymColumns).executeTakeFirst()
