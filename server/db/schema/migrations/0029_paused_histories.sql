-- Profiles that keep no watch history for the time being.
-- Locks profiles. Previous code runs.
alter table profiles add column is_history_paused boolean not null default false;
