-- outside a transaction
-- Lists the works by how they can be watched, in batches, so that no batch holds its rows for long.
do $$
declare
  batch_size constant integer := 1000;
  last_id constant integer := (select coalesce(max(id), 0) from series);
begin
  for first_id in 0 .. last_id by batch_size loop
    perform rebuild_series_listing(array(
      select id from series where id between first_id and first_id + batch_size - 1));
    commit;
  end loop;
end $$;
