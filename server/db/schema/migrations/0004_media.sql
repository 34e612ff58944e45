-- Film files: uploads, their encoding, and the keys of encrypted films.

-- A film file and its encoding. A new file is a new asset. Owner: media.
create table media_assets (
  id integer generated always as identity primary key,
  state text not null default 'uploaded'
    check (state in ('uploaded', 'probing', 'encoding', 'ready', 'failed')),
  -- File name in the uploads folder; null once the file is no longer needed.
  source_file text,
  source_name text not null,
  -- What the source of a film has and the film has not, for staff: `SourceNotice` of the encoder.
  source_notices jsonb not null default '[]',
  -- A failed film can be encoded again as long as its source exists.
  keep_source_on_failure boolean not null default false,
  -- The episode keeps its current film until this one is ready and replaces it.
  pending_episode_id integer references episodes on delete set null,
  -- Share of the first rendition that is encoded; null before it is begun and after its files are removed. At 1 the film plays
  -- from the folder `{id}f` until it is ready.
  first_rendition_progress real check (first_rendition_progress between 0 and 1),
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
  -- The key of the poster that the encoder chose; null if no frame was fit to be one. The thumbnail of an episode is
  -- automatic while it is the automatic poster of its film.
  automatic_poster_key text,
  -- Seconds of the frames that are offered as posters, best first.
  still_times double precision[] not null default '{}',
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
alter table series add foreign key (trailer_asset_id) references media_assets on delete set null;

-- A caption file of an asset, as it was uploaded. Captions for deaf viewers are `ko-x-sdh`. Owner: media.
create table media_caption_sources (
  asset_id integer not null references media_assets on delete cascade,
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Za-z]{2,8})?(-x-sdh)?$'),
  label text not null,
  content text not null check (length(content) <= 2000000),
  primary key (asset_id, language)
);

-- The last lines that the encoder logged for an asset. Owner: media.
create table media_encode_logs (
  asset_id integer primary key references media_assets on delete cascade,
  lines text[] not null
);

-- The secret of an encrypted film, from which the content keys of its renditions and periods are derived. Owner:
-- media; playback and transactions read it.
create table content_keys (
  asset_id integer primary key references media_assets on delete cascade,
  -- Seconds of the free preview; null until the encrypted files exist.
  preview_duration double precision check (preview_duration >= 0),
  -- 32 bytes in hexadecimal, encrypted like personal data.
  secret_ciphertext bytea not null
);
