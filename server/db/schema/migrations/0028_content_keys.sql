-- D-41: one content key for each rendition and period of an encrypted film, derived from one secret; D-46: stream slots
-- that are yielded instead of deleted, and the position that decides about keys.

-- The 32 bytes, hexadecimal, encrypted like personal data. Null in a row that the version before writes meanwhile, which
-- still fills `keys_ciphertext`; that column goes with the next version.
alter table content_keys add column secret_ciphertext bytea;
alter table content_keys alter column keys_ciphertext drop not null;

alter table active_streams
  -- Paused or ended by its player: progress does not extend it, and anyone who needs the slot takes it.
  add column is_yielded boolean not null default false,
  -- The last playhead position that was reported, in seconds.
  add column position double precision check (position >= 0);

-- Films that were encrypted with two keys have another layout of files, and the source of a ready film is not kept. They
-- fail with a reason, so that the studio asks for the file again; their episodes say that the video is not there.
alter table media_assets disable trigger check_asset_transition;
with outdated as (
  update media_assets set state = 'failed', error_code = 'reupload_required', stage = null, updated_at = now()
  where state = 'ready' and id in (select asset_id from content_keys)
  returning id
)
insert into media_encode_logs (asset_id, lines)
select id, array[to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || ' encrypted in a format of an earlier version: upload the file again'] from outdated
on conflict (asset_id) do update set lines = media_encode_logs.lines || excluded.lines;
alter table media_assets enable trigger check_asset_transition;
delete from content_keys;
