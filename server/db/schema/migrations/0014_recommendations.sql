-- Recommendations: the trained model, and statements of a profile about its taste other than watching, likes and reviews.

-- A training of the model. A run that ended early leaves a row that is not current; the next one deletes it.
-- Owner: recommendations.
create table recommendation_models (
  id integer generated always as identity primary key,
  trained_at timestamptz not null,
  work_count integer not null,
  profile_count integer not null,
  is_current boolean not null default false
);
create unique index recommendation_models_current on recommendation_models (is_current) where is_current;

-- Works recommended to a profile that liked a work, the strongest first. Works are not referenced, so that a deleted one
-- does not rewrite the model; readers join them. Owner: recommendations.
create table work_neighbours (
  model_id integer not null references recommendation_models on delete cascade,
  series_id integer not null,
  neighbour_ids integer[] not null,
  weights real[] not null,
  -- Other works of its directors and cast, the closest first.
  credit_ids integer[] not null,
  primary key (model_id, series_id),
  check (cardinality(neighbour_ids) = cardinality(weights))
);

-- A work that a profile does not want to see recommended (관심 없음). Owner: recommendations.
create table refused_works (
  profile_id integer not null references profiles on delete cascade,
  series_id integer not null references series on delete cascade,
  created_at timestamptz not null,
  primary key (profile_id, series_id)
);
create index on refused_works (series_id);

-- The works that a new profile chose as its taste; empty if it skipped the question. Owner: recommendations.
create table taste_picks (
  profile_id integer primary key references profiles on delete cascade,
  series_ids integer[] not null check (cardinality(series_ids) <= 10),
  created_at timestamptz not null
);

-- The works that profiles of an age limit watched most before a training, the most watched first. Groups that are too small have no
-- row. Owner: recommendations.
create table age_group_works (
  model_id integer not null references recommendation_models on delete cascade,
  age_limit text not null check (age_limit in ('ALL', '7', '12', '15')),
  -- Not referenced, as in work_neighbours.
  series_ids integer[] not null,
  primary key (model_id, age_limit)
);

-- Impressions and clicks of personal rows on a day in Seoul. No person is stored. Owner: recommendations.
create table recommendation_row_stats (
  day date not null,
  kind text not null check (kind in ('taste', 'because', 'people', 'age_group', 'again')),
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
