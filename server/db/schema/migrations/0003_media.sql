-- Films as files: what was handed in, how far its encoding is, and what came of it.

create table media_assets (
  id integer generated always as identity primary key,
  state text not null default 'uploaded'
    check (state in ('uploaded', 'probing', 'encoding', 'ready', 'failed')),
  -- Name of the file below the uploads folder; null once it is no longer needed.
  source_file text,
  source_name text not null,
  -- Share of the work done, 0..1, and the step it is in.
  progress real not null default 0 check (progress between 0 and 1),
  stage text,
  -- Why it failed: a code of the encoder's closed list.
  error_code text,
  duration double precision check (duration > 0),
  orientation text check (orientation in ('horizontal', 'vertical')),
  width integer,
  height integer,
  has_audio boolean,
  renditions jsonb not null default '[]',
  captions jsonb not null default '[]',
  storyboard jsonb,
  opening_start double precision,
  opening_end double precision,
  ending_start double precision,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ready_at timestamptz,
  check ((state = 'failed') = (error_code is not null)),
  check (state <> 'ready' or (duration is not null and orientation is not null and ready_at is not null)),
  check ((opening_start is null) = (opening_end is null)),
  check (opening_end > opening_start and opening_start >= 0)
);

-- Captions wait beside the file until it is encoded.
create table media_caption_sources (
  asset_id integer not null references media_assets on delete cascade,
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Za-z]{2,8})?$'),
  label text not null,
  content text not null check (length(content) <= 2000000),
  primary key (asset_id, language)
);

-- `ready` and `failed` are ends: an asset that played never stops being what it was. A new file is a new asset.
create function check_asset_transition() returns trigger language plpgsql as $$
begin
  if old.state = 'ready' and new.state <> 'ready' then
    raise exception 'media asset % is ready and stays so', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_asset_transition before update of state on media_assets
  for each row execute function check_asset_transition();

alter table episodes add foreign key (asset_id) references media_assets on delete set null;

-- What an episode says of its picture follows its asset, in the same transaction.
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
