-- Lists of episodes within a profile's limit (D-100): a row of the listing has the rating of its work, and rows are counted
-- by it, so that such a page needs neither a join of the catalogue nor a scan.

-- The rank of the age rating. Until 0034 has filled it, rows count as rated for adults.
alter table episode_listings add column rank smallint not null default 3;

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
where not s.is_hidden
  and not e.is_hidden and (e.video_state = 'ready' or e.video_state = 'preparing' and e.is_shown_while_preparing);

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
      where (n.is_hidden, n.is_series, n.is_completed, n.age_rating, n.category_ids, n.released_on, n.title,
          n.created_at, n.viewer_count, n.rating_average, n.like_count, n.review_count,
          n.is_announced, n.is_expired, n.is_unpublished, n.next_publication_change_at)
        is distinct from (o.is_hidden, o.is_series, o.is_completed, o.age_rating, o.category_ids, o.released_on,
          o.title, o.created_at, o.viewer_count, o.rating_average, o.like_count, o.review_count,
          o.is_announced, o.is_expired, o.is_unpublished, o.next_publication_change_at)));
    perform rebuild_episode_listing(array(
      select e.id from new_rows n join old_rows o using (id) join episodes e on e.series_id = n.id
      where (n.is_hidden, n.is_series, n.category_ids, n.age_rating)
        is distinct from (o.is_hidden, o.is_series, o.category_ids, o.age_rating)));
  end if;
  return null;
end $$;

-- The episodes of a category, kind and rating, as `kind + 8 * rank`.
alter table listing_counts drop constraint listing_counts_listing_check;
alter table listing_counts add constraint listing_counts_listing_check
  check (listing in ('series', 'episodes', 'rated_episodes')) not valid;
insert into listing_counts
select 'rated_episodes', category_id, kind + 8 * 3, count from listing_counts where listing = 'episodes';

create function maintain_rating_counts() returns trigger
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
create trigger maintain_rating_counts_insert after insert on episode_listings referencing new table as new_rows
  for each statement execute function maintain_rating_counts();
create trigger maintain_rating_counts_update after update on episode_listings
  referencing old table as old_rows new table as new_rows
  for each statement execute function maintain_rating_counts();
create trigger maintain_rating_counts_delete after delete on episode_listings referencing old table as old_rows
  for each statement execute function maintain_rating_counts();
