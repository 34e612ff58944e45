-- Functions and triggers of watch progress and likes.

-- Whether a progress message is applied. Messages carry no time, and late ones arrive alone or in a burst. A player
-- may move its own progress anywhere. Another player may move it forward at once, and back 4 s after its first message.
create or replace function accepts_progress(
  source_id bigint, progress integer, challenger_source_id bigint, challenger_since timestamptz,
  new_source_id bigint, new_progress integer, new_at timestamptz
) returns boolean
language sql stable as $$
  select new_source_id = source_id or new_progress >= progress
    or (new_source_id = challenger_source_id and new_at >= challenger_since + interval '4 seconds');
$$;

-- The lengths of a profile's lists. The argument is the column to update.
create or replace function maintain_profile_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    execute format(
      'insert into profile_list_counts as c (profile_id, %1$I) select profile_id, count(*) from new_rows group by 1 order by 1
       on conflict (profile_id) do update set %1$I = c.%1$I + excluded.%1$I', tg_argv[0]);
  else
    execute format(
      'update profile_list_counts c set %1$I = c.%1$I - deleted.count
       from (select profile_id, count(*) from old_rows group by 1) deleted where deleted.profile_id = c.profile_id',
      tg_argv[0]);
  end if;
  return null;
end $$;
create or replace trigger maintain_counts_insert after insert on watch_histories referencing new table as new_rows
  for each statement execute function maintain_profile_counts('histories');
create or replace trigger maintain_counts_delete after delete on watch_histories referencing old table as old_rows
  for each statement execute function maintain_profile_counts('histories');
create or replace trigger maintain_counts_insert after insert on likes referencing new table as new_rows
  for each statement execute function maintain_profile_counts('likes');
create or replace trigger maintain_counts_delete after delete on likes referencing old table as old_rows
  for each statement execute function maintain_profile_counts('likes');

create or replace function maintain_like_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
  item record;
begin
  for item in
    select episode_id, series_id, (count(*) * step)::integer as change from changed_rows group by 1, 2 order by 1, 2
  loop
    if item.episode_id is null then
      update series set like_count = like_count + item.change where id = item.series_id;
    else
      update episodes set like_count = like_count + item.change where id = item.episode_id;
    end if;
  end loop;
  return null;
end $$;
create or replace trigger maintain_likes_insert after insert on likes referencing new table as changed_rows
  for each statement execute function maintain_like_counts();
create or replace trigger maintain_likes_delete after delete on likes referencing old table as changed_rows
  for each statement execute function maintain_like_counts();

-- Records the episodes that become public, to announce them to viewers once: one that was public before is not new.
create or replace function record_opened_episodes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into opened_episodes (episode_id)
    select n.episode_id from new_rows n
    where n.category_id = 0 and not exists (select from withdrawn_episodes w where w.episode_id = n.episode_id)
    on conflict do nothing;
  else
    insert into withdrawn_episodes (episode_id)
    select o.episode_id from old_rows o join episodes e on e.id = o.episode_id where o.category_id = 0
    on conflict do nothing;
  end if;
  return null;
end $$;
create or replace trigger record_opened_insert after insert on episode_listings referencing new table as new_rows
  for each statement execute function record_opened_episodes();
create or replace trigger record_opened_delete after delete on episode_listings referencing old table as old_rows
  for each statement execute function record_opened_episodes();
