-- Works are listed by how they can be watched, too: those with a free episode in `category_id` + 100, those with an episode that
-- plans open in `category_id` + 200. So such a list has the indexes and the counts of a category, and costs its page.
create or replace view series_listing_source as
select s.id as series_id, (c.category_id + access.part)::smallint as category_id,
  (s.is_series::int + 2 * s.is_completed::int + 4 * a.rank)::smallint as kind,
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
