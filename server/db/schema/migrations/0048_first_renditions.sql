-- A film plays in its first rendition until all are encoded, and an episode is listed from the moment its film is queued (D-38).

-- Share of the first rendition that is encoded; null before it is begun and after its files are removed. At 1 the film plays
-- from the folder `{id}f` until it is ready.
alter table media_assets
  add column first_rendition_progress real check (first_rendition_progress between 0 and 1);

create or replace function sync_episode_video_state() returns trigger language plpgsql as $$
begin
  update episodes set
    video_state = case
      when new.state = 'ready' then 'ready'
      when new.state = 'failed' then 'none'
      when new.first_rendition_progress = 1 then 'ready'
      else 'preparing' end,
    runtime = coalesce(round(new.duration)::int, runtime),
    orientation = coalesce(new.orientation, orientation)
  where asset_id = new.id;
  return null;
end $$;
create or replace trigger sync_episode_video_state after update of state, first_rendition_progress on media_assets
  for each row when (old.state is distinct from new.state
    or (new.first_rendition_progress = 1) is distinct from (old.first_rendition_progress = 1) and new.state <> 'ready')
  execute function sync_episode_video_state();

-- Moves a waiting job forward in the queue; a running one is left alone.
create function raise_job_priority(job_key text, priority int) returns void
language sql security definer set search_path = graphile_worker, pg_temp as $$
  select graphile_worker.reschedule_jobs(
    array(
      select j.id from graphile_worker.jobs j
      where j.key = raise_job_priority.job_key and j.locked_at is null and j.priority > raise_job_priority.priority),
    priority => raise_job_priority.priority);
$$;

-- The previous version still reads the flag. It sees the same episodes if all have it.
alter table episodes alter column is_shown_while_preparing set default true;
update episodes set is_shown_while_preparing = true where video_state = 'preparing' and not is_shown_while_preparing;

create or replace view series_listing_source as
select s.id as series_id, c.category_id,
  (s.is_series::int + 2 * s.is_completed::int + 4 * a.rank)::smallint as kind,
  coalesce(s.released_on, '-infinity') as released_on, s.title, s.created_at,
  s.viewer_count, coalesce(s.rating_average, 0)::numeric(3, 2) as rating_average, s.like_count, s.review_count
from series s
join age_ratings a on a.code = s.age_rating
cross join lateral (select distinct unnest(0::smallint || s.category_ids)) as c (category_id)
where not s.is_hidden and exists (
  select from episodes e where e.series_id = s.id and not e.is_hidden and e.video_state <> 'none');

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
      where (n.is_hidden, n.video_state, n.series_id, n.is_announced, n.is_expired, n.next_publication_change_at)
        is distinct from (o.is_hidden, o.video_state, o.series_id, o.is_announced, o.is_expired,
          o.next_publication_change_at));
  end if;
  if cardinality(works) > 0 then
    perform from series s where s.id = any (works) order by s.id for no key update;
    perform rebuild_series_listing(works);
  end if;
  return null;
end $$;

-- Episodes that are encoding now are listed from now on.
select rebuild_episode_listing(array(select id from episodes where video_state = 'preparing'));
select rebuild_series_listing(array(select distinct series_id from episodes where video_state = 'preparing'));
