-- The trailer of a work: a film that no episode shows, free for everybody within the age limit. Owner: media.
alter table series add column trailer_asset_id integer unique references media_assets on delete set null;

-- studio: the work whose trailer the uploaded file becomes.
alter table studio_uploads add column trailer_of integer references series on delete set null;

-- Pages say whether a trailer plays.
create function invalidate_on_trailer_change() returns trigger language plpgsql as $$
begin
  perform invalidate_series(array(select id from series where trailer_asset_id = new.id));
  return null;
end $$;
create trigger invalidate_on_trailer_change after update of state, first_rendition_progress, renditions on media_assets
  for each row when (old.state is distinct from new.state or old.renditions is distinct from new.renditions
    or (new.first_rendition_progress = 1) is distinct from (old.first_rendition_progress = 1))
  execute function invalidate_on_trailer_change();
