-- outside a transaction
-- The week schedule of the studio reads the episodes that open or close within a period. An episode opens at the later of its
-- schedule and its release date.
drop index concurrently if exists episodes_opening;
create index concurrently episodes_opening on episodes (greatest(publish_at, released_at));
drop index concurrently if exists episodes_closing;
create index concurrently episodes_closing on episodes (unpublish_at) where unpublish_at is not null;
