-- A film that became paid plays, and is sold, only once it is encrypted (D-38, D-41).

create function derive_paid_video_state() returns trigger language plpgsql as $$
declare
  plays boolean;
  is_encrypted boolean;
begin
  select a.state = 'ready' or a.state <> 'failed' and a.first_rendition_progress is not distinct from 1,
    k.preview_duration is not null
  into plays, is_encrypted
  from media_assets a left join content_keys k on k.asset_id = a.id where a.id = new.asset_id;
  if new.video_state = 'ready' and not new.is_free and not is_encrypted then
    new.video_state := 'preparing';
  elsif new.video_state = 'preparing' and plays and (new.is_free or is_encrypted) then
    new.video_state := 'ready';
  end if;
  return new;
end $$;
create trigger derive_paid_video_state before insert or update of is_free, asset_id, video_state on episodes
  for each row when (new.asset_id is not null) execute function derive_paid_video_state();

-- Updates every episode of the film, because one that another transaction is making paid is to be waited for.
create function sync_encrypted_episodes() returns trigger language plpgsql as $$
begin
  update episodes set video_state = video_state where asset_id = new.asset_id;
  return null;
end $$;
create trigger sync_encrypted_episodes after update of preview_duration on content_keys
  for each row when (old.preview_duration is null and new.preview_duration is not null)
  execute function sync_encrypted_episodes();

update episodes e set video_state = 'preparing'
where e.video_state = 'ready' and not e.is_free and e.asset_id is not null
  and not exists (select from content_keys k where k.asset_id = e.asset_id and k.preview_duration is not null);
