-- Lists of works that a profile makes and names.
-- Locks profiles, series. Previous code runs.

-- Positions have no gaps, so their bounds are the most lists of a profile and the most works of a list. The constraints are
-- checked at the end of a statement, which may renumber. Owner: watch-history.
create table work_lists (
  id bigint generated always as identity primary key,
  profile_id integer not null references profiles on delete cascade,
  position smallint not null check (position between 1 and 50),
  name text not null check (char_length(name) between 1 and 40),
  -- The secret of the public address; null while the list is private.
  token text unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (profile_id, position) deferrable initially immediate
);

-- A work of a list. Owner: watch-history.
create table work_list_works (
  list_id bigint not null references work_lists on delete cascade,
  series_id integer not null references series on delete cascade,
  position smallint not null check (position between 1 and 500),
  added_at timestamptz not null,
  primary key (list_id, series_id),
  unique (list_id, position) deferrable initially immediate
);
create index work_list_works_series on work_list_works (series_id);
