-- outside a transaction
-- Counts and orders the public episodes of a work in an index-only scan.
drop index concurrently if exists episodes_public;
create index concurrently episodes_public on episodes (series_id, season_id, number)
  where not is_hidden and (video_state = 'ready' or video_state = 'preparing' and is_shown_while_preparing);
