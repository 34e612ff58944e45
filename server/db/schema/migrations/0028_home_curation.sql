-- What staff add to home (D-131). Owner: contents.

-- One row: the editorial card, and the version of the hero and of the card.
create table home_curation (
  id boolean primary key default true check (id),
  version integer not null default 1,
  -- Null: the card is chosen as without curation.
  editorial_series_id integer references series on delete set null,
  -- The start or end of a period that is applied next, and the last that was. Reads act at the later of now and
  -- `applied_at`, so that processes whose clocks differ agree.
  next_change_at timestamptz,
  applied_at timestamptz
);
insert into home_curation default values;

-- The chosen works of the hero.
create table home_hero_works (
  series_id integer primary key references series on delete cascade,
  position smallint not null unique check (position between 1 and 10),
  starts_at timestamptz,
  ends_at timestamptz,
  check (starts_at < ends_at)
);

create table home_rows (
  id integer generated always as identity primary key,
  version integer not null default 1,
  position smallint not null check (position between 1 and 12),
  title text not null check (char_length(title) between 2 and 30),
  subtitle text check (char_length(subtitle) between 1 and 40),
  -- The part of home below which the row stands.
  after_row text not null check (after_row in
    ('hero', 'ranked', 'newest', 'editorial', 'korean', 'upcoming', 'abroad', 'people', 'vertical', 'curation', 'banner', 'categories')),
  -- Rows that are off are drafts: only the preview of staff shows them.
  is_on boolean not null,
  starts_at timestamptz,
  ends_at timestamptz,
  check (starts_at < ends_at),
  unique (position) deferrable initially immediate
);

create table home_row_works (
  row_id integer not null references home_rows on delete cascade,
  position smallint not null check (position between 1 and 20),
  series_id integer not null references series on delete cascade,
  primary key (row_id, position),
  unique (row_id, series_id)
);
create index on home_row_works (series_id);

create function notify_home_curation() returns trigger language plpgsql as $$
begin
  perform notify_cache_invalidation(array['home_curation']);
  return null;
end $$;
do $$
declare
  name text;
begin
  foreach name in array array['home_curation', 'home_hero_works', 'home_rows', 'home_row_works'] loop
    -- For each row: deleting a work that home does not show notifies nothing.
    execute format('create trigger notify_home_curation after insert or update or delete on %I
      for each row execute function notify_home_curation()', name);
    execute format('create trigger notify_home_curation_truncated after truncate on %I
      for each statement execute function notify_home_curation()', name);
  end loop;
end $$;
