-- What everything else stands on: the application's role, jobs, and telling every process what went stale.

-- The application's role owns nothing. A login role is made a member of it (or, on a database with one
-- role for everything, the owner simply is the application).
do $$
begin
  create role hanpyeon_app nologin;
exception when duplicate_object or insufficient_privilege then null;
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    execute 'grant usage on schema public to hanpyeon_app';
    execute 'alter default privileges in schema public grant select, insert, update, delete on tables to hanpyeon_app';
    execute 'alter default privileges in schema public grant usage on sequences to hanpyeon_app';
    execute 'revoke all on schema_migrations from hanpyeon_app';
    execute 'grant select on schema_migrations to hanpyeon_app';
  end if;
end $$;

-- A job is put in by the transaction that needs it, so both happen or neither.
create function enqueue_job(
  task text, payload json, job_key text default null, run_at timestamptz default null,
  max_attempts int default null, queue text default null, priority int default null
) returns void
language sql security definer set search_path = graphile_worker, pg_temp as $$
  select graphile_worker.add_job(
    identifier => task, payload => payload, queue_name => queue, run_at => run_at,
    max_attempts => max_attempts, job_key => job_key, priority => priority);
$$;

-- One channel for everything that prepared answers depend on. The payload is a list of tags such as
-- `series:12`; a statement that touches more than `few` rows says `all` instead.
create function notify_cache_invalidation(tags text[]) returns void
language sql as $$
  select pg_notify('cache_invalidation', array_to_string(tags, ' '));
$$;

-- Whether a job of this key will still be run.
create function job_is_queued(key text) returns boolean
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select exists (
    select from graphile_worker._private_jobs j where j.key = job_is_queued.key and j.attempts < j.max_attempts);
$$;
