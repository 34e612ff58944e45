-- What was planted once and is not planted again, even when somebody took it out since.
create table seed_runs (
  name text primary key,
  seeded_at timestamptz not null default now()
);
