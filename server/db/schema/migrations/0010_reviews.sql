-- What members think of works (D-60), and what others think of that.

create table reviews (
  id integer generated always as identity primary key,
  member_id integer not null references members on delete cascade,
  -- Of the series, or of one episode of it.
  series_id integer not null references series on delete cascade,
  episode_id integer references episodes on delete cascade,
  rating smallint not null check (rating between 1 and 10), -- half stars
  context text not null check (char_length(context) between 1 and 1000),
  is_spoiler boolean not null,
  -- By the staff: nobody sees it, and it does not count.
  is_hidden boolean not null default false,
  helpful_count integer not null default 0 check (helpful_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique nulls not distinct (member_id, series_id, episode_id)
);
create index reviews_episode on reviews (episode_id) where episode_id is not null;

-- Ties go by ascending id in both directions (D-02), which takes an index for each.
create index reviews_new on reviews (series_id, episode_id, created_at desc, id) where not is_hidden;
create index reviews_old on reviews (series_id, episode_id, created_at, id) where not is_hidden;
create index reviews_high on reviews (series_id, episode_id, rating desc, id) where not is_hidden;
create index reviews_low on reviews (series_id, episode_id, rating, id) where not is_hidden;
create index reviews_helpful on reviews (series_id, episode_id, helpful_count desc, id) where not is_hidden;
create index reviews_unhelpful on reviews (series_id, episode_id, helpful_count, id) where not is_hidden;

create table review_helpfuls (
  review_id integer not null references reviews on delete cascade,
  member_id integer not null references members on delete cascade,
  primary key (review_id, member_id)
);
create index on review_helpfuls (member_id);

create table review_reports (
  review_id integer not null references reviews on delete cascade,
  member_id integer not null references members on delete cascade,
  reason text not null check (reason in ('spoiler', 'abuse', 'advertising', 'privacy', 'other')),
  created_at timestamptz not null,
  primary key (review_id, member_id)
);
create index on review_reports (member_id);

-- How many reviews a work has and what they add up to, right in the statement that writes one. Episodes go before
-- series and each by id, so that two statements never wait for each other in a circle.
create function maintain_review_stats(ids integer[], is_of_series boolean[], counts integer[], sums integer[])
returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moved record;
begin
  for moved in
    select id, of_series, sum(count)::integer as count, sum(rating)::integer as rating
    from unnest(ids, is_of_series, counts, sums) as m (id, of_series, count, rating)
    group by 1, 2 having sum(count) <> 0 or sum(rating) <> 0 order by 2, 1
  loop
    if moved.of_series then
      update series set review_count = review_count + moved.count, rating_sum = rating_sum + moved.rating
      where id = moved.id;
    else
      update episodes set review_count = review_count + moved.count, rating_sum = rating_sum + moved.rating
      where id = moved.id;
    end if;
  end loop;
end $$;

-- Other than most figures, these are told at once: whoever writes a review looks for it. A vote is not.
create function maintain_review_stats() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  works integer[];
begin
  if tg_op = 'INSERT' then
    perform maintain_review_stats(array_agg(coalesce(episode_id, series_id)), array_agg(episode_id is null),
      array_agg(1), array_agg(rating::integer)) from new_rows where not is_hidden;
    select array_agg(distinct series_id) into works from new_rows;
  elsif tg_op = 'DELETE' then
    perform maintain_review_stats(array_agg(coalesce(episode_id, series_id)), array_agg(episode_id is null),
      array_agg(-1), array_agg(-rating::integer)) from old_rows where not is_hidden;
    select array_agg(distinct series_id) into works from old_rows;
  else
    perform maintain_review_stats(array_agg(coalesce(episode_id, series_id)), array_agg(episode_id is null),
      array_agg(step), array_agg(step * rating))
    from (
      select episode_id, series_id, 1 as step, rating from new_rows where not is_hidden
      union all select episode_id, series_id, -1, rating from old_rows where not is_hidden
    ) as both_rows;
    select array_agg(distinct n.series_id) into works from new_rows n join old_rows o using (id)
    where (n.rating, n.context, n.is_spoiler, n.is_hidden) is distinct from (o.rating, o.context, o.is_spoiler, o.is_hidden);
  end if;
  if works is not null then
    perform notify_cache_invalidation(case when cardinality(works) > 50 then array['series']
      else array(select 'series:' || id from unnest(works) as id) end);
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
  moved record;
begin
  for moved in select review_id, (count(*) * step)::integer as change from moved_rows group by 1 order by 1 loop
    update reviews set helpful_count = helpful_count + moved.change where id = moved.review_id;
  end loop;
  return null;
end $$;
create trigger maintain_helpful_insert after insert on review_helpfuls referencing new table as moved_rows
  for each statement execute function maintain_helpful_counts();
create trigger maintain_helpful_delete after delete on review_helpfuls referencing old table as moved_rows
  for each statement execute function maintain_helpful_counts();

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke execute on function maintain_review_stats(integer[], boolean[], integer[], integer[]) from public;
  end if;
end $$;
