import type pg from 'pg'

/** Inserts public films with a free episode each. */
export async function insertWorks(owner: pg.Client, count: number): Promise<void> {
  await owner.query(
    `with work as (
       insert into series (title, age_rating, is_series, category_ids)
       select '잰 작품 ' || at, 'ALL', false, array[1 + at % 4]::smallint[] from generate_series(1, $1::int) as at returning id
     ), season as (
       insert into seasons (series_id, number, title) select id, 1, '시즌 1' from work returning id, series_id
     )
     insert into episodes (series_id, season_id, number, title, is_free, runtime, video_state)
     select series_id, id, 1, '본편', true, 1000, 'ready' from season`,
    [count],
  )
}
