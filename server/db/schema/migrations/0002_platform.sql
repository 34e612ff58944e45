-- The tables of server/api, server/messages and seed.

-- A step of the demo data that has been inserted. It is not repeated, even if its rows were deleted since. Owner: seed.
create table seed_runs (
  name text primary key,
  seeded_at timestamptz not null default now()
);

-- An e-mail or SMS to be sent. Deleted when sent; the development outbox keeps it. Owner: server/messages.
create table messages (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text,
  -- Further header lines of an e-mail, by name.
  headers jsonb,
  -- Marketing mail, which may wait for the morning.
  is_bulk boolean not null default false,
  created_at timestamptz not null,
  -- The message is not sent after this time, for example because its code has expired.
  expires_at timestamptz,
  sent_at timestamptz
);
create index on messages (sent_at desc, id desc) where sent_at is not null;

-- A fixed-window counter of attempts. Unlogged: a database crash resets the counters. Owner: server/api.
create unlogged table rate_limits (
  bucket text primary key check (char_length(bucket) <= 200),
  window_started_at timestamptz not null,
  count integer not null,
  -- Set after repeated failures.
  blocked_until timestamptz
);
create index on rate_limits (window_started_at);

-- The response to a request with an Idempotency-Key, kept for a day. Unlogged: after a database crash a repeated
-- request runs again and finds what the first one committed. Owner: server/api.
create unlogged table idempotency_keys (
  member_id integer not null, -- foreign key in 0005_accounts.sql
  key text not null check (char_length(key) between 1 and 200),
  -- Hash of method, path and body.
  request_hash bytea not null,
  -- JSON; null while the request is being processed.
  response text,
  created_at timestamptz not null,
  -- Number of the advisory lock that the processing server holds while it lives, so that another may take over the key of
  -- a dead one. 0 belongs to no process.
  process_lock_id integer not null default 0,
  primary key (member_id, key)
);
create index on idempotency_keys (created_at);

-- A signature by DATA_ENCRYPTION_SECRET, written by the first process that uses it, so that no process starts with another
-- secret. Owner: platform.
create table encryption_verifier (
  id boolean primary key default true check (id),
  signature bytea not null check (octet_length(signature) = 32)
);
do $$ begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on encryption_verifier from hanpyeon_app;
  end if;
end $$;
