-- outside a transaction
-- Followers of a series are read in the order of their profiles.
-- Locks nothing. Previous code runs.
drop index concurrently if exists watch_histories_viewers;
create index concurrently watch_histories_viewers on watch_histories (episode_id, profile_id);
drop index concurrently if exists watch_histories_episode;
drop index concurrently if exists likes_followers;
create index concurrently likes_followers on likes (series_id, profile_id);
drop index concurrently if exists likes_series;
