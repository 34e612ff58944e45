import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** People who must have searched for a term on one day before it is published. */
const minimumPeople = 5
/** Visitors counted for one network, term and day, as for views (D-47). */
const searchersOfNetwork = 5
/** Terms that are kept. */
const termCount = 30
/** After this many hours a search counts half. */
const halfLifeHours = 12

const dayInSeoul = (now: Date) =>
  sql`(${now.toISOString()}::timestamptz at time zone 'Asia/Seoul')::date`

/** Counts a search: each person once a day for a term, and each network at most `searchersOfNetwork` times. */
export async function countSearch(
  tx: Tx,
  { term, searcher_key, network }: { term: string; searcher_key: number; network: number | null },
  now: Date,
): Promise<void> {
  if (network !== null)
    // A separate statement, so that the snapshot of the next one includes rows committed before the lock was granted.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`searches ${network}`}, 0))`.execute(
      tx,
    )
  await sql`
    insert into daily_searches (day, term, searcher_key, network, searched_at)
    select ${dayInSeoul(now)}, ${term}, ${searcher_key}, ${network}::bigint, ${now.toISOString()}
    where ${network}::bigint is null or ${searchersOfNetwork} > (
      select count(*) from daily_searches
      where day = ${dayInSeoul(now)} and term = ${term} and network = ${network}::bigint)
    on conflict do nothing`.execute(tx)
}

/** Replaces `popular_searches` by the terms most searched today and yesterday, and deletes older searches. */
export async function refreshPopularSearches(tx: Tx, now: Date): Promise<void> {
  await sql`delete from daily_searches where day < ${dayInSeoul(now)} - 1`.execute(tx)
  await sql`
    with days as (
      select term, day, count(*) as people,
        sum(power(0.5, extract(epoch from ${now.toISOString()}::timestamptz - searched_at) / 3600 / ${halfLifeHours}::float8)) as score
      from daily_searches group by 1, 2
    ), scores as materialized (
      select term, sum(score) as score from days group by 1
      having max(people) >= ${minimumPeople} order by 2 desc, 1 limit ${termCount}
    ), others as (
      delete from popular_searches p where not exists (select from scores where scores.term = p.term)
    )
    insert into popular_searches (term, score) select term, score from scores order by 1
    on conflict (term) do update set score = excluded.score`.execute(tx)
}

/** Reads the popular terms, the most searched first. */
export async function readPopularTerms(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('popular_searches')
    .select('term')
    .orderBy('score', 'desc')
    .orderBy('term')
    .execute()
  return rows.map(({ term }) => term)
}
