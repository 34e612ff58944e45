-- Dubbed works (더빙). Media hold one audio track without a language, so staff mark the works whose original language is not
-- Korean and whose audio is (D-105).
alter table series add column is_dubbed boolean not null default false;
create index series_dubbed on series (id) where is_dubbed;

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
          n.is_announced, n.countries, n.keywords, n.synopsis, n.is_dubbed)
        is distinct from (o.title, o.title_original, o.is_hidden, o.category_ids, o.age_rating, o.released_on,
          o.is_completed, o.is_announced, o.countries, o.keywords, o.synopsis, o.is_dubbed)));
  end if;
  return null;
end $$;

create or replace trigger increment_version before update of title, title_original, synopsis, poster_key, backdrop_key, category_ids,
  age_rating, descriptors, released_on, is_completed, is_dubbed, is_series, is_announced, is_unpublished, publish_at, unpublish_at
  on series
  for each row when (
    (old.title, old.title_original, old.synopsis, old.poster_key, old.backdrop_key, old.category_ids, old.age_rating,
      old.descriptors, old.released_on, old.is_completed, old.is_dubbed, old.is_series, old.is_announced,
      old.is_unpublished, old.publish_at, old.unpublish_at)
    is distinct from
    (new.title, new.title_original, new.synopsis, new.poster_key, new.backdrop_key, new.category_ids, new.age_rating,
      new.descriptors, new.released_on, new.is_completed, new.is_dubbed, new.is_series, new.is_announced,
      new.is_unpublished, new.publish_at, new.unpublish_at))
  execute function increment_version();
