-- Functions and triggers of the change log of the search index, captions and search settings.

create or replace function record_search_changes(kind text, ids integer[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into search_index_changes (kind, id) select distinct record_search_changes.kind, id from unnest(ids) as id;
$$;
revoke execute on function record_search_changes(text, integer[]) from public;

-- The texts, the filters and the visibility of a series. Search finds public and upcoming works.
create or replace function record_series_search_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform record_search_changes('series', array(select id from new_rows));
  elsif tg_op = 'DELETE' then
    perform record_search_changes('series', array(select id from old_rows));
  else
    perform record_search_changes('series', array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.title, n.title_original, n.is_hidden, n.category_ids, n.age_rating, n.released_on, n.is_completed,
          n.is_announced, n.countries, n.keywords, n.synopsis, n.is_dubbed, n.descriptors)
        is distinct from (o.title, o.title_original, o.is_hidden, o.category_ids, o.age_rating, o.released_on,
          o.is_completed, o.is_announced, o.countries, o.keywords, o.synopsis, o.is_dubbed, o.descriptors)));
  end if;
  return null;
end $$;

-- Results show the categories of a work by name. A category may have any number of works, so its edit is recorded as one change, of the
-- series 0: the index forgets all cards and reads them again as they are needed.
create or replace function record_category_search_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform record_search_changes('series', array[0]);
  return null;
end $$;
create or replace trigger record_category_search_changes after update on categories for each row
  when ((old.name, old.is_hidden) is distinct from (new.name, new.is_hidden)) execute function record_category_search_changes();

create or replace function record_people_search_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform record_search_changes('person', array(select id from old_rows));
  else
    perform record_search_changes('person', array(select id from new_rows));
  end if;
  return null;
end $$;

-- The works of a credit are found by its role and its character, and a person only with a visible work.
create or replace function record_credits_search_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform record_search_changes('person', array(select person_id from new_rows));
    perform record_search_changes('series', array(select series_id from new_rows));
  elsif tg_op = 'DELETE' then
    perform record_search_changes('person', array(select person_id from old_rows));
    perform record_search_changes('series', array(select series_id from old_rows));
  else
    perform record_search_changes('person', array(
      select person_id from ((table new_rows except table old_rows) union all (table old_rows except table new_rows)) as edits));
    perform record_search_changes('series', array(
      select series_id from ((table new_rows except table old_rows) union all (table old_rows except table new_rows)) as edits));
  end if;
  return null;
end $$;

-- Numbers and texts of episodes, whether one is free or has captions, and whether the series is found at all.
create or replace function record_episodes_search_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform record_search_changes('series', array(select series_id from new_rows));
  elsif tg_op = 'DELETE' then
    perform record_search_changes('series', array(select series_id from old_rows));
  else
    perform record_search_changes('series', array(
      select unnest(array[n.series_id, o.series_id]) from new_rows n join old_rows o using (id)
      where (n.series_id, n.season_id, n.number, n.is_free, n.is_hidden, n.video_state, n.asset_id, n.title, n.synopsis)
        is distinct from (o.series_id, o.season_id, o.number, o.is_free, o.is_hidden, o.video_state, o.asset_id, o.title,
          o.synopsis)));
  end if;
  return null;
end $$;

-- A trigger with transition tables can have one event only.
do $$
declare
  table_name text;
begin
  foreach table_name in array array['series', 'people', 'credits', 'episodes'] loop
    execute format('create or replace trigger record_search_changes_insert after insert on %1$I referencing new table as new_rows
      for each statement execute function record_%1$s_search_changes()', table_name);
    execute format('create or replace trigger record_search_changes_update after update on %1$I
      referencing old table as old_rows new table as new_rows
      for each statement execute function record_%1$s_search_changes()', table_name);
    execute format('create or replace trigger record_search_changes_delete after delete on %1$I referencing old table as old_rows
      for each statement execute function record_%1$s_search_changes()', table_name);
  end loop;
end $$;

-- Deletes the lines of changed captions, which a periodic task then reads again.
create or replace function delete_caption_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.content is distinct from new.content then
    delete from caption_lines where asset_id = old.asset_id and language = old.language;
  end if;
  return null;
end $$;
create or replace trigger delete_caption_lines after update or delete on media_caption_sources
  for each row execute function delete_caption_lines();

-- Caption lines follow their captions within seconds (the periodic task of search), and are indexed with the work.
create or replace function record_captions_search_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform record_search_changes('series', array(
    select distinct e.series_id from changed_rows c join episodes e on e.asset_id = c.asset_id));
  return null;
end $$;
create or replace trigger record_search_changes_insert after insert on caption_lines referencing new table as changed_rows
  for each statement execute function record_captions_search_changes();
create or replace trigger record_search_changes_delete after delete on caption_lines referencing old table as changed_rows
  for each statement execute function record_captions_search_changes();

-- The index thread reads the synonyms, and then the server drops the cached responses of searches.
create or replace function notify_search_synonyms() returns trigger language plpgsql as $$
begin
  perform notify_cache_invalidation(array['search_synonyms']);
  return null;
end $$;
create or replace trigger notify_search_synonyms after insert or update or delete or truncate on search_synonyms
  for each statement execute function notify_search_synonyms();
create or replace trigger notify_search_settings after update on search_settings
  for each statement execute function notify_search_synonyms();
