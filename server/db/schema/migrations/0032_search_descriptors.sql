-- The descriptors of a rating belong to the texts that searches for descriptions read.
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
