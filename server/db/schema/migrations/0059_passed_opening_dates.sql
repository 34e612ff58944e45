-- A work whose announced date has passed without a film stays announced, without a date (미정). The publication scheduler calls this
-- at that instant. Returns the number of such works.
create function clear_passed_opening_dates(now timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  works integer[];
begin
  with passed as (
    update upcoming_series set opens_at = 'infinity' where opens_at <= clear_passed_opening_dates.now returning series_id
  )
  select coalesce(array_agg(series_id), '{}') into works from passed;
  perform record_search_changes('series', works);
  perform invalidate_series(works);
  return cardinality(works);
end $$;
