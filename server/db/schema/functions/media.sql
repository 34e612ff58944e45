-- Functions and triggers of films.

-- `ready` is final, and a failed asset can only start again.
create or replace function check_asset_transition() returns trigger language plpgsql as $$
begin
  if old.state = 'ready' and new.state <> 'ready' then
    raise exception 'Media asset % is ready, which is final', old.id using errcode = 'check_violation';
  end if;
  if old.state = 'failed' and new.state not in ('failed', 'uploaded') then
    raise exception 'Media asset % failed and can only return to uploaded', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger check_asset_transition before update of state on media_assets
  for each row execute function check_asset_transition();

-- Copies the state of the film to its episode in the same transaction. A film plays in its first rendition until all are encoded.
create or replace function sync_episode_video_state() returns trigger language plpgsql as $$
begin
  update episodes set
    video_state = case
      when new.state = 'ready' then 'ready'
      when new.state = 'failed' then 'none'
      when new.first_rendition_progress = 1 then 'ready'
      else 'preparing' end,
    runtime = coalesce(round(new.duration)::int, runtime),
    orientation = coalesce(new.orientation, orientation)
  where asset_id = new.id;
  return null;
end $$;
create or replace trigger sync_episode_video_state after update of state, first_rendition_progress on media_assets
  for each row when (old.state is distinct from new.state
    or (new.first_rendition_progress = 1) is distinct from (old.first_rendition_progress = 1) and new.state <> 'ready')
  execute function sync_episode_video_state();

-- Returns the assets to be encoded in the order in which workers take them; the first place is 1.
create or replace function encoding_queue() returns table (asset_id integer, place integer)
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select split_part(j.key, ':', 2)::integer,
    row_number() over (order by (j.locked_at is null), j.priority, j.run_at, j.id)::integer
  from graphile_worker.jobs j
  where j.key like 'encode_asset:%' and (j.attempts < j.max_attempts or j.locked_at is not null);
$$;

-- Pages say whether a trailer plays.
create or replace function invalidate_on_trailer_change() returns trigger language plpgsql as $$
begin
  perform invalidate_series(array(select id from series where trailer_asset_id = new.id));
  return null;
end $$;
create or replace trigger invalidate_on_trailer_change after update of state, first_rendition_progress, renditions on media_assets
  for each row when (old.state is distinct from new.state or old.renditions is distinct from new.renditions
    or (new.first_rendition_progress = 1) is distinct from (old.first_rendition_progress = 1))
  execute function invalidate_on_trailer_change();

-- A film that became paid plays, and is sold, only once it is encrypted.
create or replace function derive_paid_video_state() returns trigger language plpgsql as $$
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
create or replace trigger derive_paid_video_state before insert or update of is_free, asset_id, video_state on episodes
  for each row when (new.asset_id is not null) execute function derive_paid_video_state();

-- Updates every episode of the film, because one that another transaction is making paid is to be waited for.
create or replace function sync_encrypted_episodes() returns trigger language plpgsql as $$
begin
  update episodes set video_state = video_state where asset_id = new.asset_id;
  return null;
end $$;
create or replace trigger sync_encrypted_episodes after update of preview_duration on content_keys
  for each row when (old.preview_duration is null and new.preview_duration is not null)
  execute function sync_encrypted_episodes();

-- Caches drop films that not everyone may watch any more: withdrawn, rated 19, made paid, replaced or deleted. Only sites with
-- caches do anything in the job. Its attempts last longer than addresses are valid.
create or replace function purge_films(asset_ids integer[]) returns void
language sql as $$
  select enqueue_job('purge_films', json_build_object('asset_ids', asset_ids), max_attempts => 11)
  where cardinality(asset_ids) > 0;
$$;

create or replace function purge_withdrawn_episodes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform purge_films(array(select asset_id from old_rows where asset_id is not null));
  else
    perform purge_films(array(
      select o.asset_id from old_rows o join new_rows n using (id)
      where o.asset_id is not null and (n.asset_id is distinct from o.asset_id
        or n.is_hidden and not o.is_hidden or o.is_free and not n.is_free)));
  end if;
  return null;
end $$;

create or replace function purge_withdrawn_series() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform purge_films(array(select trailer_asset_id from old_rows where trailer_asset_id is not null));
  else
    perform purge_films(array(
      with changed as (
        select o.id, o.trailer_asset_id, n.is_hidden and not o.is_hidden or n.age_rating = '19' and o.age_rating <> '19' as is_withdrawn,
          n.trailer_asset_id is distinct from o.trailer_asset_id as has_other_trailer
        from old_rows o join new_rows n using (id)
      )
      select e.asset_id from changed c join episodes e on e.series_id = c.id
      where c.is_withdrawn and e.asset_id is not null
      union
      select c.trailer_asset_id from changed c
      where (c.is_withdrawn or c.has_other_trailer) and c.trailer_asset_id is not null));
  end if;
  return null;
end $$;

create or replace trigger purge_withdrawn_update after update on episodes referencing old table as old_rows new table as new_rows
  for each statement execute function purge_withdrawn_episodes();
create or replace trigger purge_withdrawn_delete after delete on episodes referencing old table as old_rows
  for each statement execute function purge_withdrawn_episodes();
create or replace trigger purge_withdrawn_update after update on series referencing old table as old_rows new table as new_rows
  for each statement execute function purge_withdrawn_series();
create or replace trigger purge_withdrawn_delete after delete on series referencing old table as old_rows
  for each statement execute function purge_withdrawn_series();
