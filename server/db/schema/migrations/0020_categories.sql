-- Categories that staff add, rename, reorder and hide, and the fixed ids of the specification as settings.
-- Locks categories, series. Previous code runs.

alter table categories
  add column version integer not null default 1,
  -- Left out of lists, and not deleted: works keep it.
  add column is_hidden boolean not null default false,
  -- Sixteen, for which the search index has bits.
  add constraint categories_id_check check (id between 1 and 16),
  drop constraint categories_position_key,
  -- At the end of a statement, so that one statement reorders them.
  add constraint categories_position_key unique (position) deferrable initially immediate;

alter table series
  drop constraint series_category_ids_check,
  add constraint series_category_ids_check
    check (category_ids <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]::smallint[]) not valid;

-- What home shows by id: two categories and the curated series. Its row lock orders the edits of categories. Owner: contents.
create table catalogue_settings (
  is_single boolean primary key default true check (is_single),
  version integer not null default 1,
  korean_category_id smallint not null default 6 references categories,
  abroad_category_id smallint not null default 5 references categories,
  -- Null for none. The series need not exist yet.
  curation_series_id integer default 1
);
insert into catalogue_settings default values;

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    grant insert, update on categories to hanpyeon_app;
    revoke insert, delete on catalogue_settings from hanpyeon_app;
  end if;
end $$;
