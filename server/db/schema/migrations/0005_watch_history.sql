-- Watch progress, likes and view counts.

-- The progress of a member in an episode. Players write it every few seconds: indexed columns change rarely (`watched_at`
-- at intervals), so that most updates stay within their page (HOT). Owner: watch-history.
create table watch_histories (
  -- Also drawn for rows that already exist; a cache of 50 saves the WAL record of each draw.
  id bigint generated always as identity (cache 50) unique,
  member_id integer not null references members on delete cascade,
  episode_id integer not null references episodes on delete cascade,
  -- Of the episode: continue watching shows one card per series.
  series_id integer not null,
  progress integer not null check (progress >= 0), -- seconds
  is_completed boolean not null,
  -- Whether this episode is the card of its series in continue watching.
  in_continue_watching boolean not null default true,
  watched_at timestamptz not null,
  updated_at timestamptz not null,
  -- The day in Seoul on which the member was last counted as a viewer.
  counted_on date not null,
  -- The player that wrote the progress, and one that tries to move it back (D-44).
  source_id bigint not null,
  challenger_source_id bigint,
  challenger_since timestamptz,
  primary key (member_id, episode_id)
) with (fillfactor = 70);
create index watch_histories_newest on watch_histories (member_id, watched_at desc, id);
create index watch_histories_continue on watch_histories (member_id, watched_at desc) where in_continue_watching;
create index watch_histories_continue_series on watch_histories (member_id, series_id) where in_continue_watching;
create index watch_histories_episode on watch_histories (episode_id);

-- Whether a progress message is applied (D-44). Messages carry no time, and late ones arrive alone or in a burst. A player
-- may move its own progress anywhere. Another player may move it forward at once, and back 4 s after its first message.
create function accepts_progress(
  source_id bigint, progress integer, challenger_source_id bigint, challenger_since timestamptz,
  new_source_id bigint, new_progress integer, new_at timestamptz
) returns boolean
language sql stable as $$
  select new_source_id = source_id or new_progress >= progress
    or (new_source_id = challenger_source_id and new_at >= challenger_since + interval '4 seconds');
$$;

-- A like of a series or of one of its episodes (D-37). Both have the series, so that one lookup finds all likes in a
-- series. Owner: watch-history.
create table likes (
  id integer generated always as identity primary key,
  member_id integer not null references members on delete cascade,
  series_id integer not null references series on delete cascade,
  episode_id integer references episodes on delete cascade,
  created_at timestamptz not null,
  unique nulls not distinct (member_id, series_id, episode_id)
);
create index likes_newest on likes (member_id, id desc);
create index likes_series on likes (series_id);
create index likes_episode on likes (episode_id) where episode_id is not null;

-- The lengths of a member's lists, which saves counting their rows. Owner: watch-history; written by triggers only.
create table member_list_counts (
  member_id integer primary key references members on delete cascade,
  histories integer not null default 0 check (histories >= 0),
  likes integer not null default 0 check (likes >= 0)
);

-- The argument is the column to update.
create function maintain_member_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    execute format(
      'insert into member_list_counts as c (member_id, %1$I) select member_id, count(*) from new_rows group by 1 order by 1
       on conflict (member_id) do update set %1$I = c.%1$I + excluded.%1$I', tg_argv[0]);
  else
    execute format(
      'update member_list_counts c set %1$I = c.%1$I - deleted.count
       from (select member_id, count(*) from old_rows group by 1) deleted where deleted.member_id = c.member_id',
      tg_argv[0]);
  end if;
  return null;
end $$;
create trigger maintain_counts_insert after insert on watch_histories referencing new table as new_rows
  for each statement execute function maintain_member_counts('histories');
create trigger maintain_counts_delete after delete on watch_histories referencing old table as old_rows
  for each statement execute function maintain_member_counts('histories');
create trigger maintain_counts_insert after insert on likes referencing new table as new_rows
  for each statement execute function maintain_member_counts('likes');
create trigger maintain_counts_delete after delete on likes referencing old table as old_rows
  for each statement execute function maintain_member_counts('likes');

create function maintain_like_counts() returns trigger
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
create trigger maintain_likes_insert after insert on likes referencing new table as changed_rows
  for each statement execute function maintain_like_counts();
create trigger maintain_likes_delete after delete on likes referencing old table as changed_rows
  for each statement execute function maintain_like_counts();

-- A viewer who was counted for a work on a day in Seoul. Owner: watch-history.
create table daily_viewers (
  day date not null,
  content_type text not null check (content_type in ('series', 'episode')),
  object_id integer not null,
  -- The id of a member, or a negative keyed hash of a visitor.
  viewer_key bigint not null,
  -- A keyed hash of a visitor's network that changes every day; null for members. A limit per network, episode and day
  -- keeps visitors from inflating view counts with new sessions (D-47).
  network bigint,
  primary key (day, content_type, object_id, viewer_key)
);
create index daily_viewers_network on daily_viewers (day, content_type, object_id, network) where network is not null;

-- Views to be added to `viewer_count` of a work. Rows are inserted and later summed up and deleted, so that writers do not
-- wait for the row of a popular work. Owner: watch-history.
create table view_count_deltas (
  content_type text not null check (content_type in ('series', 'episode')),
  object_id integer not null,
  count integer not null
);

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke insert, update, delete on member_list_counts from hanpyeon_app;
  end if;
end $$;
