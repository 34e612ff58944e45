-- Figures, overrides and experiments of recommendations for staff (D-113, D-114).

-- Impressions and clicks of personal rows on a day in Seoul. No person is stored. Owner: recommendations.
create table recommendation_row_stats (
  day date not null,
  kind text not null check (kind in ('taste', 'because', 'people', 'again')),
  impressions bigint not null,
  clicks bigint not null,
  primary key (day, kind)
);

-- A work that staff pin for all profiles, or exclude. Owner: recommendations.
create table recommendation_overrides (
  series_id integer primary key references series on delete cascade,
  kind text not null check (kind in ('pinned', 'excluded')),
  created_at timestamptz not null
);

-- A comparison of personal rows with another treatment of them. The arm of a profile is a hash of both ids. One runs at a
-- time. Owner: recommendations.
create table recommendation_experiments (
  id integer generated always as identity primary key,
  name text not null,
  treatment text not null check (treatment in ('taste_only', 'no_rows')),
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at >= started_at)
);
create unique index recommendation_experiments_running on recommendation_experiments ((true)) where ended_at is null;

-- Seconds that a profile watched while an experiment ran. Owner: recommendations; written by watch-history.
create table experiment_watch_seconds (
  experiment_id integer not null references recommendation_experiments on delete cascade,
  profile_id integer not null references profiles on delete cascade,
  seconds integer not null,
  primary key (experiment_id, profile_id)
) with (fillfactor = 70);
create index on experiment_watch_seconds (profile_id);
