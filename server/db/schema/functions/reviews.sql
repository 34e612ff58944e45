-- Functions and triggers of reviews.

-- Adds to the review counts and rating sums of works: episodes before series and each by id, so that concurrent statements
-- do not deadlock.
create or replace function maintain_review_stats(ids integer[], is_of_series boolean[], counts integer[], sums integer[])
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
create or replace function maintain_review_stats() returns trigger
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
create or replace trigger maintain_review_stats_insert after insert on reviews referencing new table as new_rows
  for each statement execute function maintain_review_stats();
create or replace trigger maintain_review_stats_update after update on reviews
  referencing old table as old_rows new table as new_rows
  for each statement execute function maintain_review_stats();
create or replace trigger maintain_review_stats_delete after delete on reviews referencing old table as old_rows
  for each statement execute function maintain_review_stats();

create or replace function maintain_helpful_counts() returns trigger
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
create or replace trigger maintain_helpful_insert after insert on review_helpfuls referencing new table as changed_rows
  for each statement execute function maintain_helpful_counts();
create or replace trigger maintain_helpful_delete after delete on review_helpfuls referencing old table as changed_rows
  for each statement execute function maintain_helpful_counts();

-- The letters and digits of a text, by which copies are recognised; the text itself if it has none.
create or replace function review_letters(context text) returns text
language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(lower(normalize(context, nfkc) collate pg_unicode_fast), '[^[:alnum:]]+', '', 'g'), ''),
    context);
$$;

create or replace function review_text_hash(context text) returns bytea
language sql immutable parallel safe as $$ select sha256(convert_to(review_letters(context), 'UTF8')) $$;

-- Whether a decision hides a review: whatever its author writes about the same work, and copies of the text in the same series, of
-- the author, of anybody if the author's account is deleted, and of others if a copy of that length is no coincidence. A review of
-- stars alone has no text, and hides no other one by it.
create or replace function hides_review(hidden hidden_reviews, review reviews) returns boolean
language sql stable as $$
  select hidden.series_id = review.series_id and (
    hidden.author_id = review.author_id and hidden.episode_id is not distinct from review.episode_id
    or review.context <> '' and hidden.text_hash = review_text_hash(review.context) and (hidden.author_id is null
      or hidden.author_id = review.author_id or char_length(review_letters(review.context)) >= 12));
$$;

-- Sets the account of the profile, and hides what staff decided to hide.
create or replace function complete_review() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select member_id into new.author_id from profiles where id = new.profile_id;
  new.is_hidden := new.is_hidden or exists (
    select from hidden_reviews h where h.series_id = new.series_id and hides_review(h, new));
  return new;
end $$;
create or replace trigger complete_review before insert or update of profile_id, context on reviews
  for each row execute function complete_review();

create or replace function record_hidden_review() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.is_hidden then
    insert into hidden_reviews (review_id, author_id, series_id, episode_id, text_hash)
    values (new.id, new.author_id, new.series_id, new.episode_id, review_text_hash(new.context));
  else
    delete from hidden_reviews h where h.series_id = new.series_id and hides_review(h, new);
  end if;
  return null;
end $$;
create or replace trigger record_hidden_review after update of is_hidden on reviews
  for each row when (new.is_hidden is distinct from old.is_hidden) execute function record_hidden_review();

create or replace function settle_new_report() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select s.settled_at into new.resolved_at from settled_reports s join reviews r on r.id = new.review_id
  where s.member_id = new.member_id and s.series_id = r.series_id and s.text_hash = review_text_hash(r.context);
  return new;
end $$;
create or replace trigger settle_new_report before insert on review_reports for each row execute function settle_new_report();

create or replace function record_settled_report() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.resolved_at is null then
    delete from settled_reports s using reviews r where r.id = new.review_id and s.member_id = new.member_id
      and s.series_id = r.series_id and s.text_hash = review_text_hash(r.context);
  else
    insert into settled_reports as s (member_id, series_id, text_hash, settled_at)
    select new.member_id, r.series_id, review_text_hash(r.context), new.resolved_at from reviews r where r.id = new.review_id
    on conflict (member_id, series_id, text_hash) do update set settled_at = excluded.settled_at;
  end if;
  return null;
end $$;
create or replace trigger record_settled_report after update of resolved_at on review_reports
  for each row when (new.resolved_at is distinct from old.resolved_at) execute function record_settled_report();
