import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import {
  type ClickSums,
  clickWeight,
  halfLifeDays,
  type LearnedClicks,
  minClicks,
  minNetworks,
} from './click-policy.ts'

/** Works of a prefix, and prefixes, whose clicks are kept. */
const maxWorksOfPrefix = 30
const maxRows = 200_000
/** Decayed clicks below which a work is forgotten: those of one click after seven weeks. */
const minKeptClicks = 0.09

/** The share of a row's sums that remains after decay. */
const remains = (counted_at: string, now: Date) =>
  sql`power(0.5, greatest(0, extract(epoch from ${now.toISOString()}::timestamptz - ${sql.ref(counted_at)})) / 86400 / ${halfLifeDays}::float8)`

/** Counts a click on a work at a position from 0. A work that no longer exists has none. */
export async function countClick(
  tx: Tx,
  {
    prefix,
    series_id,
    position,
    network,
  }: { prefix: string; series_id: number; position: number; network: number },
  now: Date,
): Promise<void> {
  const day = sql`(${now.toISOString()}::timestamptz at time zone 'Asia/Seoul')::date`
  await sql`
    insert into search_click_networks (day, prefix, series_id, network)
    select ${day}, ${prefix}, id, ${network}::bigint from series where id = ${series_id}
    on conflict do nothing`.execute(tx)
  const weight = clickWeight(position)
  const share = remains('c.counted_at', now)
  await sql`
    insert into search_clicks as c (prefix, series_id, clicks, weight, squares, counted_at, networks)
    select ${prefix}, s.id, 1, ${weight}::float8, ${weight ** 2}::float8, ${now.toISOString()},
      (select count(*) from search_click_networks n where n.day = ${day} and n.prefix = ${prefix} and n.series_id = s.id)
    from series s where s.id = ${series_id} and (
      exists (select from search_clicks o where o.prefix = ${prefix} and o.series_id = s.id)
      or ${maxWorksOfPrefix} > (select count(*) from search_clicks o where o.prefix = ${prefix}))
    on conflict (prefix, series_id) do update set
      clicks = c.clicks * ${share} + 1, weight = c.weight * ${share} + excluded.weight,
      squares = c.squares * ${share} * ${share} + excluded.squares,
      counted_at = greatest(c.counted_at, excluded.counted_at),
      networks = greatest(c.networks, excluded.networks)`.execute(tx)
}

/** Deletes the rows with the fewest clicks: those that are forgotten, and those above the limit. */
export async function forgetClicks(tx: Tx, now: Date): Promise<void> {
  const clicks = sql`clicks * ${remains('counted_at', now)}`
  await sql`delete from search_clicks where ${clicks} < ${minKeptClicks}`.execute(tx)
  await sql`
    delete from search_click_networks
    where day < (${now.toISOString()}::timestamptz at time zone 'Asia/Seoul')::date`.execute(tx)
  await sql`
    delete from search_clicks c using (
      select prefix, series_id from search_clicks order by ${clicks} desc, prefix, series_id offset ${maxRows}
    ) as least
    where c.prefix = least.prefix and c.series_id = least.series_id`.execute(tx)
}

/** Reads the decayed sums of works with enough clicks for a prefix to change its order. */
export async function readLearnedClicks(db: Db, now: Date): Promise<LearnedClicks> {
  const share = remains('counted_at', now)
  const { rows } = await sql<ClickSums & { prefix: string; series_id: number }>`
    with decayed as (
      select prefix, series_id, clicks * ${share} as clicks, weight * ${share} as weight,
        squares * ${share} * ${share} as squares from search_clicks where networks >= ${minNetworks})
    select * from decayed d
    where exists (select from decayed o where o.prefix = d.prefix and o.clicks >= ${minClicks})`.execute(
    db,
  )
  const learned = new Map<string, Map<number, ClickSums>>()
  for (const { prefix, series_id, ...sums } of rows) {
    const works = learned.get(prefix) ?? new Map<number, ClickSums>()
    learned.set(prefix, works.set(series_id, sums))
  }
  return learned
}

type ClickedPrefix = {
  prefix: string
  works: { series_id: number; title: string; clicks: number; weight: number }[]
}

/** Reads the prefixes with the most clicks, and the works that were clicked. */
export async function readClickedPrefixes(db: Db, now: Date, limit: number) {
  const share = remains('c.counted_at', now)
  const { rows } = await sql<ClickedPrefix>`
    select c.prefix, json_agg(json_build_object('series_id', s.id, 'title', s.title,
        'clicks', c.clicks * ${share}, 'weight', c.weight * ${share}) order by c.weight * ${share} desc, s.id) as works
    from search_clicks c join series s on s.id = c.series_id where c.networks >= ${minNetworks}
    group by c.prefix having max(c.clicks * ${share}) >= ${minClicks}
    order by sum(c.clicks * ${share}) desc, c.prefix limit ${limit}`.execute(db)
  return rows
}

/**
 * Reads whether the order of results follows clicks.
 * @returns also the version of the setting: two changes within one read leave the same value with another version.
 */
export async function readClickSetting(db: Db): Promise<{ isOn: boolean; version: string }> {
  const row = await db
    .selectFrom('search_settings')
    .select(['learns_from_clicks', sql<string>`xmin::text`.as('version')])
    .executeTakeFirst()
  return { isOn: row?.learns_from_clicks ?? true, version: row?.version ?? '' }
}

/** A trigger notifies the search index. @returns the setting before */
export async function setLearnsFromClicks(tx: Tx, isOn: boolean): Promise<boolean> {
  const before = await tx
    .selectFrom('search_settings')
    .select('learns_from_clicks')
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.learns_from_clicks !== isOn)
    await tx.updateTable('search_settings').set({ learns_from_clicks: isOn }).execute()
  return before.learns_from_clicks
}
