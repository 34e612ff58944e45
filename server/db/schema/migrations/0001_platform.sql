-- The application's role, the job queue, cache invalidation, and the tables of server/api, server/messages and seed.

-- The role of servers and workers. It owns nothing; their login role is a member of it. On a database with a single role,
-- that role is both owner and application, and the grants below are skipped.
do $$
begin
  create role hanpyeon_app nologin;
exception when duplicate_object or insufficient_privilege then null;
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    grant usage on schema public to hanpyeon_app;
    alter default privileges in schema public grant select, insert, update, delete on tables to hanpyeon_app;
    alter default privileges in schema public grant usage on sequences to hanpyeon_app;
    revoke all on schema_migrations from hanpyeon_app;
    grant select on schema_migrations to hanpyeon_app;
  end if;
end $$;

-- Job queue ---------------------------------------------------------------------------------------------------------
-- The application has no privileges on graphile_worker; these functions run as the owner.

-- Enqueues a job in the caller's transaction, so that both are committed or neither is.
create function enqueue_job(
  task text, payload json, job_key text default null, run_at timestamptz default null,
  max_attempts int default null, queue text default null, priority int default null
) returns void
language sql security definer set search_path = graphile_worker, pg_temp as $$
  select graphile_worker.add_job(
    identifier => task, payload => payload, queue_name => queue, run_at => run_at,
    max_attempts => max_attempts, job_key => job_key, priority => priority);
$$;

-- Whether a job with this key is running or will run again. A job in its last attempt has no attempts left but is locked.
create function job_is_queued(key text) returns boolean
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select exists (
    select from graphile_worker.jobs j
    where j.key = job_is_queued.key and (j.attempts < j.max_attempts or j.locked_at is not null));
$$;

-- Deletes the job with this key unless it is running.
create function delete_job(key text) returns void
language sql security definer set search_path = graphile_worker, pg_temp as $$
  select graphile_worker.complete_jobs(
    array(select j.id from graphile_worker.jobs j where j.key = delete_job.key and j.locked_at is null));
$$;

-- Cache invalidation ------------------------------------------------------------------------------------------------

-- Notifies all processes that cached responses with one of these tags, such as `series:12`, are outdated.
create function notify_cache_invalidation(tags text[]) returns void
language sql as $$
  select pg_notify('cache_invalidation', array_to_string(tags, ' '));
$$;

-- Tables ------------------------------------------------------------------------------------------------------------

-- A step of the demo data that has been inserted. It is not repeated, even if its rows were deleted since. Owner: seed.
create table seed_runs (
  name text primary key,
  seeded_at timestamptz not null default now()
);

-- An e-mail or SMS to be sent (D-21). Deleted when sent; the development outbox keeps it. Owner: server/messages.
create table messages (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text,
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

-- The response to a request with an Idempotency-Key (D-06), kept for a day. Unlogged: after a database crash a repeated
-- request runs again and finds what the first one committed (P4). Owner: server/api.
create unlogged table idempotency_keys (
  member_id integer not null, -- foreign key in 0004_accounts.sql
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
