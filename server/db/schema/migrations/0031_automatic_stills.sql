-- Stills that the encoder chose (D-135). The thumbnail of an episode is automatic while it is the automatic poster of its film.
alter table media_assets
  -- The key of the poster that the encoder chose; null if no frame was fit to be one, or if it encoded before this migration.
  add column automatic_poster_key text,
  -- Seconds of the frames that are offered as posters, best first.
  add column still_times double precision[] not null default '{}';
