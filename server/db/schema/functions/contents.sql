-- Views, functions and triggers of the catalogue: listings, cache tags, versions of edits, releases, home.

-- Listings ----------------------------------------------------------------------------------------------------------
-- A kind holds a row's values of the filters as bits, so that a page of any filters in any order is a merge of index scans over
-- (category, kind, sort column, id). Each view of a source writes the bits, and the view of counts below it reads them into a column for
-- each filter; all other code has the names from there. A new filter takes the next bit: rows without it mean `false`, so its migration
-- adds the bit to the rows that have it (0015_dubbed_listings.sql).

-- The rows of a series in `series_listings`. A series is listed in each of its categories and in 0, and by how it can be watched:
-- with a free episode in `category_id` + 100, with an episode that plans open in `category_id` + 200. So such a list has the indexes
-- and the counts of a category, and costs its page.
create or replace view series_listing_source as
select s.id as series_id, (c.category_id + access.part)::smallint as category_id,
  (s.is_series::int + 2 * s.is_completed::int + 4 * a.rank + 16 * s.is_dubbed::int)::smallint as kind,
  coalesce(s.released_on, '-infinity') as released_on, s.title, s.created_at,
  s.viewer_count, coalesce(s.rating_average, 0)::numeric(3, 2) as rating_average, s.like_count, s.review_count
from series s
join age_ratings a on a.code = s.age_rating
cross join lateral (select distinct unnest(0::smallint || s.category_ids)) as c (category_id)
cross join lateral (values
  (0, true),
  (100, exists (select from episodes e where e.series_id = s.id
    and e.is_free and not e.is_hidden and e.video_state <> 'none')),
  (200, exists (select from episodes e where e.series_id = s.id
    and e.in_subscription and not e.is_free and not e.is_hidden and e.video_state <> 'none'))
) as access (part, is_listed)
where not s.is_hidden and access.is_listed and exists (
  select from episodes e where e.series_id = s.id and not e.is_hidden and e.video_state <> 'none');

-- The number of rows of each kind of series. Its columns are the filters of `seriesFilters`.
create or replace view series_counts as
select c.category_id, c.kind, c.count, a.rank, a.code as age_rating,
  c.kind & 1 <> 0 as is_series, c.kind & 2 <> 0 as is_completed, c.kind & 16 <> 0 as is_dubbed
from listing_counts c
join age_ratings a on a.rank = (c.kind >> 2) & 3
where c.listing = 'series' and c.count > 0;

-- The rows of an episode in `episode_listings`.
create or replace view episode_listing_source as
select e.id as episode_id, c.category_id,
  (s.is_series::int + 2 * (e.orientation = 'vertical')::int + 4 * e.is_free::int)::smallint as kind,
  e.number, coalesce(e.released_at, '-infinity') as released_at,
  e.viewer_count, coalesce(e.rating_average, 0)::numeric(3, 2) as rating_average, e.like_count, e.review_count,
  a.rank
from episodes e
join series s on s.id = e.series_id
join age_ratings a on a.code = s.age_rating
cross join lateral (select distinct unnest(0::smallint || s.category_ids)) as c (category_id)
where not s.is_hidden and not e.is_hidden and e.video_state <> 'none';

-- The number of rows of each kind and rating of episodes. Its columns are the filters of `episodeFilters`. Counts have the rating in bits 3
-- and 4, so the next filter takes bit 5.
create or replace view episode_counts as
select category_id, (kind & ~24)::smallint as kind, count, ((kind >> 3) & 3)::smallint as rank,
  kind & 1 <> 0 as is_series, case when kind & 2 <> 0 then 'vertical' else 'horizontal' end as episode_video_orientation,
  kind & 4 <> 0 as is_free
from listing_counts
where listing = 'rated_episodes' and count > 0;

-- Rewrites the rows of these series, and whether they are upcoming.
create or replace function rebuild_series_listing(ids integer[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from series_listings l where l.series_id = any (ids)
    and not exists (select from series_listing_source w where w.series_id = l.series_id and w.category_id = l.category_id);
  insert into series_listings as l select * from series_listing_source w where w.series_id = any (ids)
  on conflict (series_id, category_id) do update set
    kind = excluded.kind, released_on = excluded.released_on, title = excluded.title,
    created_at = excluded.created_at, viewer_count = excluded.viewer_count,
    rating_average = excluded.rating_average, like_count = excluded.like_count, review_count = excluded.review_count
  where l is distinct from excluded;
  delete from upcoming_series u where u.series_id = any (ids)
    and not exists (select from upcoming_series_source w where w.series_id = u.series_id);
  insert into upcoming_series as u select * from upcoming_series_source w where w.series_id = any (ids)
  on conflict (series_id) do update set opens_at = excluded.opens_at where u.opens_at <> excluded.opens_at;
$$;
revoke execute on function rebuild_series_listing(integer[]) from public;

-- Locks the series because the rows of an episode depend on it: of two concurrent transactions, the later one must not
-- read what the earlier one replaces.
create or replace function rebuild_episode_listing(ids integer[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  select from series s where s.id in (select e.series_id from episodes e where e.id = any (ids))
  order by s.id for no key update;
  delete from episode_listings l where l.episode_id = any (ids)
    and not exists (select from episode_listing_source w where w.episode_id = l.episode_id and w.category_id = l.category_id);
  insert into episode_listings as l select * from episode_listing_source w where w.episode_id = any (ids)
  on conflict (episode_id, category_id) do update set
    kind = excluded.kind, number = excluded.number, released_at = excluded.released_at,
    viewer_count = excluded.viewer_count, rating_average = excluded.rating_average,
    like_count = excluded.like_count, review_count = excluded.review_count, rank = excluded.rank
  where l is distinct from excluded;
$$;
revoke execute on function rebuild_episode_listing(integer[]) from public;

create or replace function refresh_series_listing() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform rebuild_series_listing(array(select id from new_rows));
  elsif tg_op = 'DELETE' then
    delete from series_listings where series_id in (select id from old_rows);
    delete from upcoming_series where series_id in (select id from old_rows);
  else
    perform rebuild_series_listing(array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.is_hidden, n.is_series, n.is_completed, n.is_dubbed, n.age_rating, n.category_ids, n.released_on, n.title,
          n.created_at, n.viewer_count, n.rating_average, n.like_count, n.review_count,
          n.is_announced, n.is_expired, n.is_unpublished, n.next_publication_change_at)
        is distinct from (o.is_hidden, o.is_series, o.is_completed, o.is_dubbed, o.age_rating, o.category_ids, o.released_on,
          o.title, o.created_at, o.viewer_count, o.rating_average, o.like_count, o.review_count,
          o.is_announced, o.is_expired, o.is_unpublished, o.next_publication_change_at)));
    perform rebuild_episode_listing(array(
      select e.id from new_rows n join old_rows o using (id) join episodes e on e.series_id = n.id
      where (n.is_hidden, n.is_series, n.category_ids, n.age_rating)
        is distinct from (o.is_hidden, o.is_series, o.category_ids, o.age_rating)));
  end if;
  return null;
end $$;

-- Rebuilds the work, too: its first public episode opens it, its last one closes it. `rebuild_episode_listing` and the first
-- statement lock the work, so that of two concurrent changes the later one reads both.
create or replace function refresh_episode_listing() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  works integer[];
begin
  if tg_op = 'INSERT' then
    perform rebuild_episode_listing(array(select id from new_rows));
    works := array(select distinct series_id from new_rows);
  elsif tg_op = 'DELETE' then
    delete from episode_listings where episode_id in (select id from old_rows);
    works := array(select distinct series_id from old_rows);
  else
    perform rebuild_episode_listing(array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.is_hidden, n.video_state, n.series_id, n.orientation, n.is_free, n.number, n.released_at, n.viewer_count,
          n.rating_average, n.like_count, n.review_count)
        is distinct from (o.is_hidden, o.video_state, o.series_id, o.orientation, o.is_free, o.number, o.released_at,
          o.viewer_count, o.rating_average, o.like_count, o.review_count)));
    works := array(
      select distinct unnest(array[n.series_id, o.series_id]) from new_rows n join old_rows o using (id)
      where (n.is_hidden, n.video_state, n.series_id, n.is_announced, n.is_expired, n.next_publication_change_at,
          n.is_free, n.in_subscription)
        is distinct from (o.is_hidden, o.video_state, o.series_id, o.is_announced, o.is_expired,
          o.next_publication_change_at, o.is_free, o.in_subscription));
  end if;
  if cardinality(works) > 0 then
    perform from series s where s.id = any (works) order by s.id for no key update;
    perform rebuild_series_listing(works);
  end if;
  return null;
end $$;

-- Adds up the rows of the statement first, so that a large batch updates each count once and in a fixed order.
create or replace function maintain_listing_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into listing_counts as c
    select 'series', category_id, kind, count(*) from new_rows group by 2, 3 order by 2, 3
    on conflict (listing, category_id, kind) do update set count = c.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into listing_counts as c
    select 'series', category_id, kind, -count(*) from old_rows group by 2, 3 order by 2, 3
    on conflict (listing, category_id, kind) do update set count = c.count + excluded.count;
  else
    insert into listing_counts as c
    select 'series', category_id, kind, sum(step) from (
      select category_id, kind, 1 as step from new_rows union all select category_id, kind, -1 from old_rows
    ) as steps group by 2, 3 having sum(step) <> 0 order by 2, 3
    on conflict (listing, category_id, kind) do update set count = c.count + excluded.count;
  end if;
  return null;
end $$;

-- The same of episodes, with the rating in bits 3 and 4 of a kind.
create or replace function maintain_rating_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into listing_counts as c
    select 'rated_episodes', category_id, kind + 8 * rank, count(*) from new_rows group by 2, 3 order by 2, 3
    on conflict (listing, category_id, kind) do update set count = c.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into listing_counts as c
    select 'rated_episodes', category_id, kind + 8 * rank, -count(*) from old_rows group by 2, 3 order by 2, 3
    on conflict (listing, category_id, kind) do update set count = c.count + excluded.count;
  else
    insert into listing_counts as c
    select 'rated_episodes', category_id, rated_kind, sum(step) from (
      select category_id, kind + 8 * rank as rated_kind, 1 as step from new_rows
      union all select category_id, kind + 8 * rank, -1 from old_rows
    ) as steps group by 2, 3 having sum(step) <> 0 order by 2, 3
    on conflict (listing, category_id, kind) do update set count = c.count + excluded.count;
  end if;
  return null;
end $$;

-- Cache invalidation ------------------------------------------------------------------------------------------------
-- Tags: `series:{id}` for responses that show one series, `catalogue` for all lists, and `series` for all series, which
-- replaces more than fifty single tags. Counts that viewers change invalidate nothing: they change constantly, and
-- cached lists expire soon enough.
create or replace function invalidate_series(ids integer[]) returns void
language sql as $$
  select notify_cache_invalidation(case when cardinality(ids) > 50 then array['catalogue', 'series']
    else 'catalogue'::text || array(select 'series:' || id from unnest(ids) as id) end)
  where cardinality(ids) > 0;
$$;

-- The argument is the column with the id of the series. Rows are compared as JSON, so that a new column counts as visible
-- unless it is listed in `counts`.
create or replace function invalidate_on_edit() returns trigger
language plpgsql as $$
declare
  id_column text := tg_argv[0];
  counts constant text[] := array['viewer_count', 'like_count', 'review_count', 'rating_sum', 'rating_average'];
  max_rows constant integer := 2000;
  ids integer[];
begin
  if tg_op = 'INSERT' then
    if (select count(*) from new_rows) > max_rows then perform notify_cache_invalidation(array['catalogue', 'series']); return null; end if;
    select array_agg(distinct (to_jsonb(n) ->> id_column)::integer) into ids from new_rows n;
  elsif tg_op = 'DELETE' then
    if (select count(*) from old_rows) > max_rows then perform notify_cache_invalidation(array['catalogue', 'series']); return null; end if;
    select array_agg(distinct (to_jsonb(o) ->> id_column)::integer) into ids from old_rows o;
  else
    with before as (select to_jsonb(o) - counts as visible from old_rows o),
      after as (select to_jsonb(n) - counts as visible from new_rows n)
    select array_agg(distinct (visible ->> id_column)::integer) into ids
    from ((table before except table after) union all (table after except table before)) as edits;
  end if;
  perform invalidate_series(ids);
  return null;
end $$;

create or replace function invalidate_on_person_edit() returns trigger
language plpgsql as $$
begin
  perform invalidate_series(array(
    select distinct c.series_id from new_rows n join old_rows o using (id) join credits c on c.person_id = n.id
    where (n.name, n.name_original) is distinct from (o.name, o.name_original)));
  return null;
end $$;
create or replace trigger invalidate_on_person_edit after update on people
  referencing old table as old_rows new table as new_rows
  for each statement execute function invalidate_on_person_edit();

create or replace function invalidate_all() returns trigger
language plpgsql as $$
begin
  perform notify_cache_invalidation(array['catalogue', 'series']);
  return null;
end $$;
create or replace trigger invalidate_all after insert or update or delete on categories
  for each statement execute function invalidate_all();
create or replace trigger invalidate_all after update on catalogue_settings
  for each statement execute function invalidate_all();
create or replace trigger invalidate_all after insert or update or delete on age_ratings
  for each statement execute function invalidate_all();

-- A trigger with transition tables can have one event only.
do $$
declare
  spec record;
begin
  for spec in
    select * from (values
      ('series', 'invalidate_on_edit', '''id'''), ('seasons', 'invalidate_on_edit', '''series_id'''),
      ('episodes', 'invalidate_on_edit', '''series_id'''), ('credits', 'invalidate_on_edit', '''series_id'''),
      ('series', 'refresh_series_listing', ''), ('episodes', 'refresh_episode_listing', ''),
      ('series_listings', 'maintain_listing_counts', ''), ('episode_listings', 'maintain_rating_counts', '')
    ) as specs (table_name, function_name, argument)
  loop
    execute format('create or replace trigger %1$s_insert after insert on %2$I referencing new table as new_rows
      for each statement execute function %1$s(%3$s)', spec.function_name, spec.table_name, spec.argument);
    execute format('create or replace trigger %1$s_update after update on %2$I referencing old table as old_rows new table as new_rows
      for each statement execute function %1$s(%3$s)', spec.function_name, spec.table_name, spec.argument);
    execute format('create or replace trigger %1$s_delete after delete on %2$I referencing old table as old_rows
      for each statement execute function %1$s(%3$s)', spec.function_name, spec.table_name, spec.argument);
  end loop;
end $$;

-- Versions of edits -------------------------------------------------------------------------------------------------
-- Every write of what an editor sees (studio, import, psql) increments the version, so that of two concurrent edits the
-- second is rejected. Counts, images' colors and changes of publication are not edits.
create or replace function increment_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create or replace trigger increment_version before update of title, title_original, synopsis, poster_key, backdrop_key, category_ids,
  age_rating, descriptors, released_on, is_completed, is_dubbed, is_series, is_announced, is_unpublished, publish_at, unpublish_at,
  territories, licence_notes
  on series
  for each row when (
    (old.title, old.title_original, old.synopsis, old.poster_key, old.backdrop_key, old.category_ids, old.age_rating,
      old.descriptors, old.released_on, old.is_completed, old.is_dubbed, old.is_series, old.is_announced,
      old.is_unpublished, old.publish_at, old.unpublish_at, old.territories, old.licence_notes)
    is distinct from
    (new.title, new.title_original, new.synopsis, new.poster_key, new.backdrop_key, new.category_ids, new.age_rating,
      new.descriptors, new.released_on, new.is_completed, new.is_dubbed, new.is_series, new.is_announced,
      new.is_unpublished, new.publish_at, new.unpublish_at, new.territories, new.licence_notes))
  execute function increment_version();
create or replace trigger increment_version before update of title, synopsis, thumbnail_key, orientation, is_free, price, rental_price,
  in_subscription, is_announced, is_unpublished, publish_at, unpublish_at on episodes
  for each row when (
    (old.title, old.synopsis, old.thumbnail_key, old.orientation, old.is_free, old.price, old.rental_price,
      old.in_subscription, old.is_announced, old.is_unpublished, old.publish_at, old.unpublish_at)
    is distinct from
    (new.title, new.synopsis, new.thumbnail_key, new.orientation, new.is_free, new.price, new.rental_price,
      new.in_subscription, new.is_announced, new.is_unpublished, new.publish_at, new.unpublish_at))
  execute function increment_version();
create or replace trigger increment_version before update of title on seasons
  for each row when (old.title is distinct from new.title) execute function increment_version();

-- An episode with a release date in the future is hidden until then; the publication scheduler applies the change. One that
-- is hidden without a schedule was hidden by hand.
create or replace function schedule_release() returns trigger language plpgsql as $$
begin
  if new.released_at > now() and not new.is_unpublished
      and (not new.is_hidden or new.next_publication_change_at is not null) then
    new.is_hidden := true;
    new.next_publication_change_at := least(new.next_publication_change_at, new.released_at);
  elsif tg_op = 'UPDATE' and new.is_hidden and new.next_publication_change_at = old.released_at then
    -- Brought forward: the scheduler decides at once.
    new.next_publication_change_at := now();
  end if;
  return new;
end $$;
create or replace trigger schedule_release before insert or update of released_at on episodes
  for each row execute function schedule_release();

-- The date is the later one of the work and its first announced episode, else a release date in the future.
create or replace view upcoming_series_source as
select s.id as series_id,
  coalesce(
    greatest(
      case when s.is_hidden and not s.is_unpublished then s.next_publication_change_at end,
      (select min(e.next_publication_change_at) from episodes e
        where e.series_id = s.id and e.is_announced and e.is_hidden and not e.is_unpublished and not e.is_expired)),
    case when s.released_on > (now() at time zone 'Asia/Seoul')::date
      then s.released_on::timestamp at time zone 'Asia/Seoul' end,
    'infinity') as opens_at
from series s
where not s.is_expired
  and (coalesce(s.is_announced, s.import_key is not null and not s.is_hidden) or not s.is_hidden and exists (
    select from episodes e where e.series_id = s.id and e.is_announced and not e.is_expired))
  and not exists (select from series_listing_source l where l.series_id = s.id and l.category_id = 0);

create or replace function notify_home_curation() returns trigger language plpgsql as $$
begin
  perform notify_cache_invalidation(array['home_curation']);
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['home_curation', 'home_hero_works', 'home_rows', 'home_row_works'] loop
    -- For each row: deleting a work that home does not show notifies nothing.
    execute format('create or replace trigger notify_home_curation after insert or update or delete on %I
      for each row execute function notify_home_curation()', name);
    execute format('create or replace trigger notify_home_curation_truncated after truncate on %I
      for each statement execute function notify_home_curation()', name);
  end loop;
end $$;

-- A work whose announced date has passed without a film stays announced, without a date (미정). The publication scheduler calls this
-- at that instant. Returns the number of such works.
create or replace function clear_passed_opening_dates(now timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  works integer[];
begin
  with passed as (
    update upcoming_series set opens_at = 'infinity' where opens_at <= clear_passed_opening_dates.now returning series_id
  )
  select coalesce(array_agg(series_id), '{}') into works from passed;
  perform record_search_changes('series', works);
  perform invalidate_series(works);
  return cardinality(works);
end $$;

-- The application only reads the views.
do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke insert, update, delete on series_listing_source, episode_listing_source, upcoming_series_source, series_counts,
      episode_counts from hanpyeon_app;
  end if;
end $$;
