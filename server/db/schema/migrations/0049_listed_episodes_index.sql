-- outside a transaction
-- Counts and orders the public episodes of a work in an index-only scan.
drop index concurrently if exists episodes_listed;
create index concurrently episodes_listed on episodes (series_id, season_id, number)
  where not is_hidden and video_state <> 'none';
