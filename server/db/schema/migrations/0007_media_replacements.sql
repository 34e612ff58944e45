-- A film that is to replace one that plays: the episode keeps the old one until the new one is ready.
alter table media_assets add column pending_episode_id integer references episodes on delete set null;
