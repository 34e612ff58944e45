-- Search: the change log that each process's index follows, and the spoken lines of films.

-- A change of a series or person that the search index has to apply. Append-only, so that writers do not wait for each
-- other. `changed_xid` is the writing transaction: a reader that remembers the oldest transaction still open at its last
-- read misses no row, however late it was committed. Owner: search.
create table search_index_changes (
  position bigint generated always as identity primary key,
  changed_xid xid8 not null default pg_current_xact_id(),
  kind text not null check (kind in ('series', 'person')),
  id integer not null,
  recorded_at timestamptz not null default now()
);
create index search_index_changes_xid on search_index_changes (changed_xid);
create index search_index_changes_recorded on search_index_changes (recorded_at);

create function record_search_changes(kind text, ids integer[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into search_index_changes (kind, id) select distinct record_search_changes.kind, id from unnest(ids) as id;
$$;
revoke execute on function record_search_changes(text, integer[]) from public;

create function record_series_search_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform record_search_changes('series', array(select id from new_rows));
  elsif tg_op = 'DELETE' then
    perform record_search_changes('series', array(select id from old_rows));
  else
    perform record_search_changes('series', array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.title, n.title_original, n.is_hidden, n.category_ids, n.age_rating, n.released_on)
        is distinct from (o.title, o.title_original, o.is_hidden, o.category_ids, o.age_rating, o.released_on)));
  end if;
  return null;
end $$;

create function record_people_search_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform record_search_changes('person', array(select id from old_rows));
  else
    perform record_search_changes('person', array(select id from new_rows));
  end if;
  return null;
end $$;

-- A person is found only with a visible work.
create function record_credits_search_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform record_search_changes('person', array(select person_id from new_rows));
  elsif tg_op = 'DELETE' then
    perform record_search_changes('person', array(select person_id from old_rows));
  else
    perform record_search_changes('person', array(
      select person_id from ((table new_rows except table old_rows) union all (table old_rows except table new_rows)) as edits));
  end if;
  return null;
end $$;

-- The index stores whether a series has a free episode.
create function record_episodes_search_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform record_search_changes('series', array(select series_id from new_rows where is_free));
  elsif tg_op = 'DELETE' then
    perform record_search_changes('series', array(select series_id from old_rows where is_free));
  else
    perform record_search_changes('series', array(
      select unnest(array[n.series_id, o.series_id]) from new_rows n join old_rows o using (id)
      where (n.series_id, n.is_free, n.is_hidden) is distinct from (o.series_id, o.is_free, o.is_hidden)));
  end if;
  return null;
end $$;

-- A trigger with transition tables can have one event only.
do $$
declare
  table_name text;
begin
  foreach table_name in array array['series', 'people', 'credits', 'episodes'] loop
    execute format('create trigger record_search_changes_insert after insert on %1$I referencing new table as new_rows
      for each statement execute function record_%1$s_search_changes()', table_name);
    execute format('create trigger record_search_changes_update after update on %1$I
      referencing old table as old_rows new table as new_rows
      for each statement execute function record_%1$s_search_changes()', table_name);
    execute format('create trigger record_search_changes_delete after delete on %1$I referencing old table as old_rows
      for each statement execute function record_%1$s_search_changes()', table_name);
  end loop;
end $$;

-- A caption line of a film that can be played. Owner: search.
create table caption_lines (
  asset_id integer not null references media_assets on delete cascade,
  language text not null,
  number integer not null,
  seconds double precision not null check (seconds >= 0),
  text text not null,
  -- Without case, spaces and punctuation.
  normalized_text text not null,
  -- Pairs of adjacent letters, which find text inside of words.
  bigrams integer[] not null,
  primary key (asset_id, language, number)
);
create index caption_lines_bigrams on caption_lines using gin (bigrams) with (fastupdate = off);

-- Deletes the lines of changed captions, which a periodic task then reads again.
create function delete_caption_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.content is distinct from new.content then
    delete from caption_lines where asset_id = old.asset_id and language = old.language;
  end if;
  return null;
end $$;
create trigger delete_caption_lines after update or delete on media_caption_sources
  for each row execute function delete_caption_lines();

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke insert, update on search_index_changes from hanpyeon_app;
  end if;
end $$;
