-- Reviews of works (D-60), helpful votes and reports.

-- A review of a series, or of one of its episodes. Owner: reviews.
create table reviews (
  id integer generated always as identity primary key,
  member_id integer not null references members on delete cascade,
  series_id integer not null references series on delete cascade,
  episode_id integer references episodes on delete cascade,
  rating smallint not null check (rating between 1 and 10), -- half stars
  context text not null check (char_length(context) between 1 and 1000),
  is_spoiler boolean not null,
  -- Hidden by staff: not shown and not counted.
  is_hidden boolean not null default false,
  helpful_count integer not null default 0 check (helpful_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique nulls not distinct (member_id, series_id, episode_id)
);
create index reviews_episode on reviews (episode_id) where episode_id is not null;

-- Ties are ordered by ascending id in both directions (D-02), so each direction needs its own index.
create index reviews_newest on reviews (series_id, episode_id, created_at desc, id) where not is_hidden;
create index reviews_oldest on reviews (series_id, episode_id, created_at, id) where not is_hidden;
create index reviews_highest on reviews (series_id, episode_id, rating desc, id) where not is_hidden;
create index reviews_lowest on reviews (series_id, episode_id, rating, id) where not is_hidden;
create index reviews_most_helpful on reviews (series_id, episode_id, helpful_count desc, id) where not is_hidden;
create index reviews_least_helpful on reviews (series_id, episode_id, helpful_count, id) where not is_hidden;

-- A member's vote that a review is helpful. Owner: reviews.
create table review_helpfuls (
  review_id integer not null references reviews on delete cascade,
  member_id integer not null references members on delete cascade,
  primary key (review_id, member_id)
);
create index on review_helpfuls (member_id);

-- A member's report of a review. Owner: reviews.
create table review_reports (
  review_id integer not null references reviews on delete cascade,
  member_id integer not null references members on delete cascade,
  reason text not null check (reason in ('spoiler', 'abuse', 'advertising', 'privacy', 'other')),
  created_at timestamptz not null,
  -- When staff reviewed the report and kept the review.
  resolved_at timestamptz,
  primary key (review_id, member_id)
);
create index on review_reports (member_id);
create index on review_reports (review_id) where resolved_at is null;

-- Adds to the review counts and rating sums of works: episodes before series and each by id, so that concurrent statements
-- do not deadlock.
create function maintain_review_stats(ids integer[], is_of_series boolean[], counts integer[], sums integer[])
returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  item record;
begin
  for item in
    select id, of_series, sum(count)::integer as count, sum(rating)::integer as rating
    from unnest(ids, is_of_series, counts, sums) as m (id, of_series, count, rating)
    group by 1, 2 having sum(count) <> 0 or sum(rating) <> 0 order by 2, 1
  loop
    if item.of_series then
      update series set review_count = review_count + item.count, rating_sum = rating_sum + item.rating
      where id = item.id;
    else
      update episodes set review_count = review_count + item.count, rating_sum = rating_sum + item.rating
      where id = item.id;
    end if;
  end loop;
end $$;
revoke execute on function maintain_review_stats(integer[], boolean[], integer[], integer[]) from public;

-- Invalidates the cached series at once, because authors look for their review. Helpful votes do not.
create function maintain_review_stats() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed_series integer[];
begin
  if tg_op = 'INSERT' then
    perform maintain_review_stats(array_agg(coalesce(episode_id, series_id)), array_agg(episode_id is null),
      array_agg(1), array_agg(rating::integer)) from new_rows where not is_hidden;
    select array_agg(distinct series_id) into changed_series from new_rows;
  elsif tg_op = 'DELETE' then
    perform maintain_review_stats(array_agg(coalesce(episode_id, series_id)), array_agg(episode_id is null),
      array_agg(-1), array_agg(-rating::integer)) from old_rows where not is_hidden;
    select array_agg(distinct series_id) into changed_series from old_rows;
  else
    perform maintain_review_stats(array_agg(coalesce(episode_id, series_id)), array_agg(episode_id is null),
      array_agg(step), array_agg(step * rating))
    from (
      select episode_id, series_id, 1 as step, rating from new_rows where not is_hidden
      union all select episode_id, series_id, -1, rating from old_rows where not is_hidden
    ) as both_rows;
    select array_agg(distinct n.series_id) into changed_series from new_rows n join old_rows o using (id)
    where (n.rating, n.context, n.is_spoiler, n.is_hidden) is distinct from (o.rating, o.context, o.is_spoiler, o.is_hidden);
  end if;
  if changed_series is not null then
    perform notify_cache_invalidation(case when cardinality(changed_series) > 50 then array['series']
      else array(select 'series:' || id from unnest(changed_series) as id) end);
  end if;
  return null;
end $$;
create trigger maintain_review_stats_insert after insert on reviews referencing new table as new_rows
  for each statement execute function maintain_review_stats();
create trigger maintain_review_stats_update after update on reviews
  referencing old table as old_rows new table as new_rows
  for each statement execute function maintain_review_stats();
create trigger maintain_review_stats_delete after delete on reviews referencing old table as old_rows
  for each statement execute function maintain_review_stats();

create function maintain_helpful_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
  item record;
begin
  for item in select review_id, (count(*) * step)::integer as change from changed_rows group by 1 order by 1 loop
    update reviews set helpful_count = helpful_count + item.change where id = item.review_id;
  end loop;
  return null;
end $$;
create trigger maintain_helpful_insert after insert on review_helpfuls referencing new table as changed_rows
  for each statement execute function maintain_helpful_counts();
create trigger maintain_helpful_delete after delete on review_helpfuls referencing old table as changed_rows
  for each statement execute function maintain_helpful_counts();
