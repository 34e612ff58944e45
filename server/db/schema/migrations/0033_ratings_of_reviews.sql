-- D-60. Averages and counts come from reviews alone. Ratings that came with a catalogue were part of the average and not of
-- the count. Their number still orders search results; their sum is not read any more.
alter table series alter column rating_average set expression as (
  case when review_count > 0 then round(rating_sum / 2.0 / review_count, 2) end
);
do $$
declare
  name text;
begin
  -- Nothing writes the sum any more, so it no longer follows the count.
  for name in select conname from pg_constraint where conrelid = 'series'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%imported_rating_sum%'
  loop
    execute format('alter table series drop constraint %I', name);
  end loop;
end $$;

-- Counts that reviews do not bear out.
update series s set review_count = r.count, rating_sum = r.sum
from (
  select s.id, count(v.id)::int as count, coalesce(sum(v.rating), 0)::int as sum
  from series s left join reviews v on v.series_id = s.id and v.episode_id is null and not v.is_hidden
  group by s.id
) as r
where s.id = r.id and (s.review_count, s.rating_sum) is distinct from (r.count, r.sum);
update episodes e set review_count = r.count, rating_sum = r.sum
from (
  select e.id, count(v.id)::int as count, coalesce(sum(v.rating), 0)::int as sum
  from episodes e left join reviews v on v.episode_id = e.id and not v.is_hidden
  group by e.id
) as r
where e.id = r.id and (e.review_count, e.rating_sum) is distinct from (r.count, r.sum);

-- Listings copy the average, and changing an expression fires no trigger.
update series_listings l set rating_average = coalesce(s.rating_average, 0)
from series s
where s.id = l.series_id and l.rating_average is distinct from coalesce(s.rating_average, 0);
select notify_cache_invalidation(array['series']);
