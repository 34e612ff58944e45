-- Film files: uploads, their encoding, and the keys of encrypted films.

-- A film file and its encoding. A new file is a new asset. Owner: media.
create table media_assets (
  id integer generated always as identity primary key,
  state text not null default 'uploaded'
    check (state in ('uploaded', 'probing', 'encoding', 'ready', 'failed')),
  -- File name in the uploads folder; null once the file is no longer needed.
  source_file text,
  source_name text not null,
  -- A failed film can be encoded again as long as its source exists.
  keep_source_on_failure boolean not null default false,
  -- The episode keeps its current film until this one is ready and replaces it.
  pending_episode_id integer references episodes on delete set null,
  -- Share of the encoding that is done, 0 to 1, and its stage.
  progress real not null default 0 check (progress between 0 and 1),
  stage text,
  -- The reason of a failure: a code of the encoder.
  error_code text,
  duration double precision check (duration > 0), -- seconds, as all times below
  orientation text check (orientation in ('horizontal', 'vertical')),
  width integer,
  height integer,
  has_audio boolean,
  renditions jsonb not null default '[]',
  captions jsonb not null default '[]',
  storyboard jsonb,
  poster_key text,
  poster_color text,
  opening_start double precision,
  opening_end double precision,
  ending_start double precision,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ready_at timestamptz,
  constraint media_assets_error_code_check check ((state = 'failed') = (error_code is not null)),
  constraint media_assets_ready_check check (
    state <> 'ready' or (duration is not null and orientation is not null and ready_at is not null)),
  constraint media_assets_opening_null_check check ((opening_start is null) = (opening_end is null)),
  constraint media_assets_opening_check check (opening_end > opening_start and opening_start >= 0)
);
create index media_assets_unfinished on media_assets (id) where state not in ('ready', 'failed');
alter table episodes add foreign key (asset_id) references media_assets on delete set null;

-- `ready` is final, and a failed asset can only start again.
create function check_asset_transition() returns trigger language plpgsql as $$
begin
  if old.state = 'ready' and new.state <> 'ready' then
    raise exception 'Media asset % is ready, which is final', old.id using errcode = 'check_violation';
  end if;
  if old.state = 'failed' and new.state not in ('failed', 'uploaded') then
    raise exception 'Media asset % failed and can only return to uploaded', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_asset_transition before update of state on media_assets
  for each row execute function check_asset_transition();

-- Copies the state of the film to its episode in the same transaction.
create function sync_episode_video_state() returns trigger language plpgsql as $$
begin
  update episodes set
    video_state = case new.state when 'ready' then 'ready' when 'failed' then 'none' else 'preparing' end,
    runtime = coalesce(round(new.duration)::int, runtime),
    orientation = coalesce(new.orientation, orientation)
  where asset_id = new.id;
  return null;
end $$;
create trigger sync_episode_video_state after update of state on media_assets
  for each row when (old.state is distinct from new.state) execute function sync_episode_video_state();

-- A caption file of an asset, as it was uploaded. Owner: media.
create table media_caption_sources (
  asset_id integer not null references media_assets on delete cascade,
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Za-z]{2,8})?$'),
  label text not null,
  content text not null check (length(content) <= 2000000),
  primary key (asset_id, language)
);

-- The last lines that the encoder logged for an asset. Owner: media.
create table media_encode_logs (
  asset_id integer primary key references media_assets on delete cascade,
  lines text[] not null
);

-- The secret of an encrypted film, from which the content keys of its renditions and periods are derived (D-41). Owner:
-- media; playback and transactions read it.
create table content_keys (
  asset_id integer primary key references media_assets on delete cascade,
  -- Seconds of the free preview (D-42); null until the encrypted files exist.
  preview_duration double precision check (preview_duration >= 0),
  -- 32 bytes in hexadecimal, encrypted like personal data.
  secret_ciphertext bytea not null
);

-- Returns the assets to be encoded in the order in which workers take them; the first place is 1.
create function encoding_queue() returns table (asset_id integer, place integer)
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select split_part(j.key, ':', 2)::integer,
    row_number() over (order by (j.locked_at is null), j.priority, j.run_at, j.id)::integer
  from graphile_worker.jobs j
  where j.key like 'encode_asset:%' and (j.attempts < j.max_attempts or j.locked_at is not null);
$$;
