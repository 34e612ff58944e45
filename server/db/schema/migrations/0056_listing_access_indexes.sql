-- outside a transaction
-- Whether a work has a free episode, and one that plans open: read whenever the listing of the work is rebuilt.
drop index concurrently if exists episodes_free;
create index concurrently episodes_free on episodes (series_id)
  where is_free and not is_hidden and video_state <> 'none';
drop index concurrently if exists episodes_in_plans;
create index concurrently episodes_in_plans on episodes (series_id)
  where in_subscription and not is_free and not is_hidden and video_state <> 'none';
