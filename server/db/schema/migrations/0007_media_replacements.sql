-- A film that is to replace one that plays: the episode keeps the old one until the new one is ready.
alter table media_assets add column replaces_for integer references episodes on delete set null;
