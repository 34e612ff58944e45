-- The studio: audit log, uploads of films, and analytics by day in Seoul.

-- An action of a staff member. Immutable, except that a deleted member is removed from it; the name remains. Owner:
-- studio.
create table audit_log (
  id bigint generated always as identity primary key,
  staff_id integer references members (id) on delete set null,
  staff_name text not null,
  at timestamptz not null,
  -- Subject and action, as in `member.points_granted`.
  kind text not null check (kind ~ '^[a-z_]+\.[a-z_]+$'),
  -- The changed row: its table in the singular, its id, and its name at the time.
  subject_kind text not null,
  subject_id bigint,
  subject_name text not null default '',
  -- The changed fields by name, without personal data.
  before jsonb,
  after jsonb,
  reason text not null default '',
  address text not null
);
create index on audit_log (subject_kind, subject_id, id desc);
create index on audit_log (staff_id, id desc);
create index on audit_log (kind, id desc);

-- A resumable upload of a film. Owner: studio.
create table studio_uploads (
  id integer generated always as identity primary key,
  -- The random part of its URL; only its owner may use it.
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  -- Null if the owner was deleted: the upload cannot be continued.
  staff_id integer references members on delete set null,
  -- For the audit log.
  address text not null,
  name text not null check (length(name) between 1 and 300),
  bytes bigint not null check (bytes > 0),
  -- Acknowledged bytes; the file never has fewer.
  received_bytes bigint not null default 0,
  episode_id integer references episodes on delete set null,
  -- The work whose trailer the file becomes.
  trailer_of integer references series on delete set null,
  -- The page that sends it, by a random id; null if an older page does.
  writer text check (length(writer) <= 64),
  -- When the last bytes arrived. An upload without them reserves no space.
  received_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A process that turns the complete file into an asset claims the upload and renews the claim while it copies. After
  -- this time another process may take over.
  claimed_until timestamptz,
  -- The resulting asset, registered once.
  asset_id integer unique references media_assets on delete cascade,
  registered_at timestamptz,
  constraint studio_uploads_received_bytes_check check (received_bytes between 0 and bytes),
  constraint studio_uploads_registered_at_check check (registered_at is null or received_bytes = bytes)
);
create index studio_uploads_unfinished on studio_uploads (expires_at) where registered_at is null;
create index studio_uploads_staff on studio_uploads (staff_id, id) where registered_at is null;

-- Analytics ---------------------------------------------------------------------------------------------------------

-- An amount to be added to the statistics below. Rows are inserted and later summed up and deleted, so that writers do
-- not wait for the row of a busy day. Owner: studio; watch-history and the triggers below write it.
create table stat_deltas (
  day date not null,
  -- A metric of `daily_stats`, or `sales` of an episode.
  metric text not null,
  episode_id integer,
  -- Plays, members, watched seconds or won; negative for corrections.
  amount bigint not null
);

-- A metric of a day. Owner: studio.
create table daily_stats (
  day date not null,
  metric text not null,
  amount bigint not null,
  primary key (day, metric)
) with (fillfactor = 70);

-- The statistics of a series on a day, kept after the series is deleted. Owner: studio.
create table series_daily_stats (
  day date not null,
  series_id integer not null,
  plays bigint not null,
  seconds bigint not null,
  sales bigint not null,
  primary key (day, series_id)
) with (fillfactor = 70);

-- The statistics of a series in a month, which makes long periods fast. Owner: studio.
create table series_monthly_stats (
  month date not null check (extract(day from month) = 1),
  series_id integer not null,
  plays bigint not null,
  seconds bigint not null,
  sales bigint not null,
  primary key (month, series_id)
) with (fillfactor = 70);

-- An error reported by a player, without personal data, to be added to `player_errors`. Owner: studio.
create table player_error_events (
  at timestamptz not null,
  episode_id integer not null,
  code text not null,
  detail text not null check (char_length(detail) <= 200),
  browser text not null check (char_length(browser) <= 100)
);

-- The errors of a day with the same code, episode and browser. Owner: studio.
create table player_errors (
  day date not null,
  code text not null,
  episode_id integer not null references episodes on delete cascade,
  browser text not null,
  count integer not null check (count > 0),
  last_seen_at timestamptz not null,
  -- The message of the last one.
  detail text not null,
  primary key (day, code, episode_id, browser)
);
create index on player_errors (episode_id, code, browser, last_seen_at);

-- Marketing --------------------------------------------------------------------------------------------------

-- A mail to the members who consented to marketing. Owner: studio.
create table marketing_campaigns (
  id integer generated always as identity primary key,
  -- The subject after `(광고) `, and the body as rich text.
  title text not null check (char_length(title) between 1 and 100),
  context text not null check (char_length(context) between 1 and 20000),
  -- Conditions on the audience; null does not filter. Days in Seoul, both inclusive.
  joined_from date,
  joined_to date,
  has_plan boolean,
  watched_within_days integer check (watched_within_days between 1 and 3650),
  not_watched_for_days integer check (not_watched_for_days between 1 and 3650),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'sending', 'sent')),
  -- When sending may begin.
  send_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  -- Members in the audience when sending began.
  audience integer not null default 0 check (audience >= 0),
  -- Mails to members up to this id are queued.
  last_member_id integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint marketing_campaigns_send_at_check check ((send_at is null) = (status = 'draft')),
  constraint marketing_campaigns_started_at_check check ((started_at is not null) = (status in ('sending', 'sent'))),
  constraint marketing_campaigns_completed_at_check check ((completed_at is not null) = (status = 'sent'))
);

-- A mail of a campaign to a member, inserted in the transaction that queues it: no member gets a campaign twice. The row of
-- a deleted member remains for the figures, without the member. Owner: studio.
create table marketing_recipients (
  id bigint generated always as identity primary key,
  campaign_id integer not null references marketing_campaigns on delete cascade,
  member_id integer references members on delete set null,
  -- The queued mail, which is deleted when it is sent.
  message_id bigint not null unique,
  -- `skipped`: the member withdrew the consent, or left, before the mail was sent.
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'skipped')),
  -- When the member withdrew the consent by the link in this mail.
  unsubscribed_at timestamptz,
  constraint marketing_recipients_once unique (campaign_id, member_id)
);
create index on marketing_recipients (campaign_id, status);
create index on marketing_recipients (campaign_id) where unsubscribed_at is not null;
create index on marketing_recipients (member_id);

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on audit_log from hanpyeon_app;
  end if;
end $$;
