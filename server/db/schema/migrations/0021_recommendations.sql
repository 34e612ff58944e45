-- Recommendations (D-111): the trained model, and statements of a profile about its taste other than watching, likes and reviews.

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
