-- How far members are in what they watch, what they like, and how many have watched.

-- One row a member and episode. Playing writes it every few seconds, so what is indexed moves seldom: `watched_at`,
-- the order of the history, follows at intervals, and the rest is rewritten within its page (HOT).
create table watch_histories (
  -- Drawn for every row that is proposed, also where one is there: by the fifty, so that it costs no line of the log.
  id bigint generated always as identity (cache 50) unique,
  member_id integer not null references members on delete cascade,
  episode_id integer not null references episodes on delete cascade,
  -- The episode's, for 이어보기: one card a series.
  series_id integer not null,
  progress integer not null check (progress >= 0),
  is_completed boolean not null,
  -- Whether its series has a card in 이어보기 by this episode.
  in_continue_watching boolean not null default true,
  watched_at timestamptz not null,
  updated_at timestamptz not null,
  -- The day in Seoul for which this member was last counted as a viewer.
  counted_on date not null,
  -- D-44: whose progress this is, and the screen that would move it back.
  source_id bigint not null,
  challenger_source_id bigint,
  challenger_since timestamptz,
  primary key (member_id, episode_id)
) with (fillfactor = 70);
create index watch_histories_newest on watch_histories (member_id, watched_at desc, id);
create index watch_histories_continue on watch_histories (member_id, watched_at desc) where in_continue_watching;
create index watch_histories_continue_series on watch_histories (member_id, series_id) where in_continue_watching;
create index watch_histories_episode on watch_histories (episode_id);

-- D-44, the rule for late messages, which carry no time. A screen moves what it wrote itself as it likes, in the order
-- its messages arrive. What another wrote it moves forward at once, and back only once it has shown that somebody
-- plays there: with a message 4 s or more after its first. What is late comes alone or in a burst.
create function accepts_progress(
  source_id bigint, progress integer, challenger_source_id bigint, challenger_since timestamptz,
  new_source_id bigint, new_progress integer, new_at timestamptz
) returns boolean
language sql stable as $$
  select new_source_id = source_id or new_progress >= progress
    or (new_source_id = challenger_source_id and new_at >= challenger_since + interval '4 seconds');
$$;

-- D-37. The series of an episode stands beside it: what a member likes of a work is found by one look.
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

-- Counting a hundred thousand rows for the head of a list of twenty is what this spares.
create table member_list_counts (
  member_id integer primary key references members on delete cascade,
  histories integer not null default 0 check (histories >= 0),
  likes integer not null default 0 check (likes >= 0)
);

create function maintain_member_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    execute format(
      'insert into member_list_counts as c (member_id, %1$I) select member_id, count(*) from new_rows group by 1 order by 1
       on conflict (member_id) do update set %1$I = c.%1$I + excluded.%1$I', tg_argv[0]);
  else
    execute format(
      'update member_list_counts c set %1$I = c.%1$I - gone.count
       from (select member_id, count(*) from old_rows group by 1) gone where gone.member_id = c.member_id',
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

-- Works carry how many like them, right in the transaction that says so.
create function maintain_like_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
  moved record;
begin
  for moved in
    select episode_id, series_id, (count(*) * step)::integer as change from moved_rows group by 1, 2 order by 1, 2
  loop
    if moved.episode_id is null then
      update series set like_count = like_count + moved.change where id = moved.series_id;
    else
      update episodes set like_count = like_count + moved.change where id = moved.episode_id;
    end if;
  end loop;
  return null;
end $$;
create trigger maintain_likes_insert after insert on likes referencing new table as moved_rows
  for each statement execute function maintain_like_counts();
create trigger maintain_likes_delete after delete on likes referencing old table as moved_rows
  for each statement execute function maintain_like_counts();

-- Who was counted as a viewer of what, once a day in Seoul. Members by their id, visitors by a keyed hash, below 0.
create table daily_viewers (
  day date not null,
  content_type text not null check (content_type in ('series', 'episode')),
  object_id integer not null,
  viewer_key bigint not null,
  primary key (day, content_type, object_id, viewer_key)
);

-- Views that `viewer_count` does not hold yet: rows are added and taken away, so that no row of a popular work is waited for.
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
