-- What was planted once and is not planted again, even when somebody took it out since.
create table seeds (
  name text primary key,
  planted_at timestamptz not null default now()
);
