import type { Db, Tx } from '#server/db/client.ts'
import { type RawBuilder, sql } from 'kysely'
import type { PopularTerm } from '#contract/search/staff.ts'
import { termLetters } from './exact-term.ts'

/** Networks from which a term must have been searched on one day before it is published. */
const minimumNetworks = 5
/** Visitors counted for one network, term and day, as for views. */
const searchersOfNetwork = 5
/** Terms that are kept. */
const termCount = 30
/** After this many hours a search counts half. */
const halfLifeHours = 12

const dayInSeoul = (now: Date) =>
  sql`(${now.toISOString()}::timestamptz at time zone 'Asia/Seoul')::date`

/** The letters and digits of a stored term, which is normalized, as `termLetters` returns them. */
const lettersSql = (term: RawBuilder<unknown>) =>
  sql`regexp_replace(${term} collate pg_unicode_fast, '[^[:alnum:]]+', '', 'g')`

/** Counts a search: each person once a day for a term, and each network at most `searchersOfNetwork` times. */
export async function countSearch(
  tx: Tx,
  { term, searcher_key, network }: { term: string; searcher_key: number; network: number },
  now: Date,
): Promise<void> {
  // A separate statement, so that the snapshot of the next one includes rows committed before the lock was granted.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`searches ${network}`}, 0))`.execute(tx)
  await sql`
    insert into daily_searches (day, term, searcher_key, network, searched_at)
    select ${dayInSeoul(now)}, ${term}, ${searcher_key}, ${network}::bigint, ${now.toISOString()}
    where ${searchersOfNetwork} > (
      select count(*) from daily_searches
      where day = ${dayInSeoul(now)} and term = ${term} and network = ${network}::bigint)
    on conflict do nothing`.execute(tx)
}

/**
 * Replaces `popular_searches` by the terms most searched today and yesterday, without those that staff hid, and deletes older
 * searches. A network counts once for a term and day, however many people search there.
 */
export async function refreshPopularSearches(tx: Tx, now: Date): Promise<void> {
  await sql`delete from daily_searches where day < ${dayInSeoul(now)} - 1`.execute(tx)
  await sql`
    with networks as (
      select term, day, network, max(searched_at) as at from daily_searches where network is not null
        and not exists (select from hidden_search_terms h where h.letters = ${lettersSql(sql.ref('term'))})
      group by 1, 2, 3
    ), days as (
      select term, day, count(*) as networks,
        sum(power(0.5, extract(epoch from ${now.toISOString()}::timestamptz - at) / 3600 / ${halfLifeHours}::float8)) as score
      from networks group by 1, 2
    ), scores as materialized (
      select term, sum(score) as score from days group by 1
      having max(networks) >= ${minimumNetworks} order by 2 desc, 1 limit ${termCount}
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

/** Reads the popular terms and those that staff hid, by term. */
export async function readTermsForStaff(db: Db): Promise<PopularTerm[]> {
  const { rows } = await sql<PopularTerm>`
    select term, false as is_hidden from popular_searches p
    where not exists (select from hidden_search_terms h where h.letters = ${lettersSql(sql.ref('p.term'))})
    union all select term, true from hidden_search_terms order by term`.execute(db)
  return rows
}

/** Hides a term, in every spelling, or shows it again. @returns the id of the decision; undefined if it changes nothing. */
export async function setTermHidden(
  tx: Tx,
  { term, is_hidden }: PopularTerm,
): Promise<number | undefined> {
  const letters = termLetters(term)
  if (letters === '') return undefined
  const changed = is_hidden
    ? tx
        .insertInto('hidden_search_terms')
        .values({ term, letters })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
    : tx.deleteFrom('hidden_search_terms').where('letters', '=', letters).returning('id')
  const row = await changed.executeTakeFirst()
  if (!row) return undefined
  if (is_hidden)
    await sql`delete from popular_searches where ${lettersSql(sql.ref('term'))} = ${letters}`.execute(
      tx,
    )
  await sql`select notify_cache_invalidation(array['search'])`.execute(tx)
  return row.id
}
