-- Films that the staff hands in through the studio: what is still on its way, and what an asset tells of itself.

create table studio_uploads (
  id integer generated always as identity primary key,
  -- What its address is known by: random, and of no use to anybody but its owner.
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  -- Null once its owner has left: nobody goes on with it then.
  staff_id integer references members on delete set null,
  -- Where it was begun from, for the log of what the staff did.
  address text not null,
  name text not null check (length(name) between 1 and 300),
  bytes bigint not null check (bytes > 0),
  -- What was acknowledged. The file may hold more for a moment, and never less.
  received_bytes bigint not null default 0,
  episode_id integer references episodes on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- What came of it: an upload is registered once.
  asset_id integer unique references media_assets on delete cascade,
  registered_at timestamptz,
  check (received_bytes between 0 and bytes),
  check (registered_at is null or received_bytes = bytes)
);
create index studio_uploads_unfinished on studio_uploads (expires_at) where registered_at is null;
create index studio_uploads_of_staff on studio_uploads (staff_id, id) where registered_at is null;

-- A film that failed may be tried again as long as its source is there.
alter table media_assets
  add column keep_source_on_failure boolean not null default false,
  add column poster_key text,
  add column poster_color text;
create index media_assets_under_way on media_assets (id) where state not in ('ready', 'failed');

create or replace function check_asset_transition() returns trigger language plpgsql as $$
begin
  if old.state = 'ready' and new.state <> 'ready' then
    raise exception 'media asset % is ready and stays so', old.id using errcode = 'check_violation';
  end if;
  if old.state = 'failed' and new.state not in ('failed', 'uploaded') then
    raise exception 'media asset % failed: it begins anew or not at all', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What the encoder said, the last lines of it.
create table media_encode_logs (
  asset_id integer primary key references media_assets on delete cascade,
  lines text[] not null
);

-- What is said in a film is read anew when its captions change.
create function delete_caption_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.content is distinct from new.content then
    delete from caption_lines where asset_id = old.asset_id and language = old.language;
  end if;
  return null;
end $$;
create trigger delete_caption_lines after update or delete on media_caption_sources
  for each row execute function delete_caption_lines();

-- Films in the order in which workers take them, the first being 1.
create function encoding_queue() returns table (asset_id integer, place integer)
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select split_part(j.key, ':', 2)::integer,
    row_number() over (order by (j.locked_at is null), j.priority, j.run_at, j.id)::integer
  from graphile_worker._private_jobs j
  where j.key like 'encode_asset:%' and (j.attempts < j.max_attempts or j.locked_at is not null);
$$;
