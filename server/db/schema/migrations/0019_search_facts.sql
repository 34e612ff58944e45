-- The data that search filters by and reads besides names: countries and keywords of a work, and edits of its texts.

-- Names in Korean, as imported: 프랑스; and words such as genres: 스릴러.
alter table series
  add column countries text[] not null default '{}' check (cardinality(countries) <= 100),
  add column keywords text[] not null default '{}' check (cardinality(keywords) <= 100);

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
          n.is_announced, n.countries, n.keywords, n.synopsis)
        is distinct from (o.title, o.title_original, o.is_hidden, o.category_ids, o.age_rating, o.released_on,
          o.is_completed, o.is_announced, o.countries, o.keywords, o.synopsis)));
  end if;
  return null;
end $$;

-- The works of a credit are found by its role and its character.
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

-- The index stores numbers and texts of episodes, and whether one is free or has captions.
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

-- Caption lines follow their captions within seconds (the periodic task of search), and are indexed with the work.
create function record_captions_search_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform record_search_changes('series', array(
    select distinct e.series_id from changed_rows c join episodes e on e.asset_id = c.asset_id));
  return null;
end $$;
create trigger record_search_changes_insert after insert on caption_lines referencing new table as changed_rows
  for each statement execute function record_captions_search_changes();
create trigger record_search_changes_delete after delete on caption_lines referencing old table as changed_rows
  for each statement execute function record_captions_search_changes();
