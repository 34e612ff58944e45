-- Watch progress, likes and view counts.

-- The progress of a profile in an episode. Players write it every few seconds: indexed columns change rarely (`watched_at`
-- at intervals), so that most updates stay within their page (HOT). Owner: watch-history.
create table watch_histories (
  -- Also drawn for rows that already exist; a cache of 50 saves the WAL record of each draw.
  id bigint generated always as identity (cache 50) unique,
  profile_id integer not null references profiles on delete cascade,
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
  -- The player that wrote the progress, and one that tries to move it back.
  source_id bigint not null,
  challenger_source_id bigint,
  challenger_since timestamptz,
  primary key (profile_id, episode_id)
) with (fillfactor = 70);
create index watch_histories_newest on watch_histories (profile_id, watched_at desc, id);
create index watch_histories_continue on watch_histories (profile_id, watched_at desc) where in_continue_watching;
create index watch_histories_continue_series on watch_histories (profile_id, series_id) where in_continue_watching;
create index watch_histories_episode on watch_histories (episode_id);

-- A like of a series or of one of its episodes. Both have the series, so that one lookup finds all likes in a
-- series. Owner: watch-history.
create table likes (
  id bigint generated always as identity primary key,
  profile_id integer not null references profiles on delete cascade,
  series_id integer not null references series on delete cascade,
  episode_id integer references episodes on delete cascade,
  created_at timestamptz not null,
  unique nulls not distinct (profile_id, series_id, episode_id)
);
create index likes_newest on likes (profile_id, id desc);
create index likes_series on likes (series_id);
create index likes_episode on likes (episode_id) where episode_id is not null;

-- The lengths of a profile's lists, which saves counting their rows. Owner: watch-history; written by triggers only.
create table profile_list_counts (
  profile_id integer primary key references profiles on delete cascade,
  histories integer not null default 0 check (histories >= 0),
  likes integer not null default 0 check (likes >= 0)
);

-- A viewer who was counted for a work on a day in Seoul. Owner: watch-history.
create table daily_viewers (
  day date not null,
  content_type text not null check (content_type in ('series', 'episode')),
  object_id integer not null,
  -- The id of a member, or a negative keyed hash of a visitor.
  viewer_key bigint not null,
  -- A keyed hash of a visitor's network that changes every day; null for members. A limit per network, episode and day
  -- keeps visitors from inflating view counts with new sessions.
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

-- A profile that wants to be told when an upcoming work opens. Owner: watch-history.
create table release_alerts (
  profile_id integer not null references profiles on delete cascade,
  series_id integer not null references series on delete cascade,
  created_at timestamptz not null,
  -- When the member was told; set once.
  notified_at timestamptz,
  primary key (profile_id, series_id)
);
create index release_alerts_pending on release_alerts (series_id) where notified_at is null;

-- Views of a work in an hour, for 오늘의 인기; only the aggregation of `view_count_deltas` writes it. Owner: watch-history.
create table hourly_views (
  hour timestamptz not null,
  series_id integer not null references series on delete cascade,
  count integer not null check (count > 0),
  primary key (hour, series_id)
);

-- The most viewed works of the last 24 hours, recent views counting more; a periodic task replaces it. Owner: watch-history.
create table trending_series (
  series_id integer primary key references series on delete cascade,
  score double precision not null check (score > 0)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke insert, update, delete on profile_list_counts from hanpyeon_app;
  end if;
end $$;
