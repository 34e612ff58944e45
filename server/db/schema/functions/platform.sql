-- Functions of the job queue and cache invalidation.

-- Job queue ---------------------------------------------------------------------------------------------------------
-- The application has no privileges on graphile_worker; these functions run as the owner.

-- Enqueues a job in the caller's transaction, so that both are committed or neither is.
create or replace function enqueue_job(
  task text, payload json, job_key text default null, run_at timestamptz default null,
  max_attempts int default null, queue text default null, priority int default null
) returns void
language sql security definer set search_path = graphile_worker, pg_temp as $$
  select graphile_worker.add_job(
    identifier => task, payload => payload, queue_name => queue, run_at => run_at,
    max_attempts => max_attempts, job_key => job_key, priority => priority);
$$;

-- Whether a job with this key is running or will run again. A job in its last attempt has no attempts left but is locked.
create or replace function job_is_queued(key text) returns boolean
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select exists (
    select from graphile_worker.jobs j
    where j.key = job_is_queued.key and (j.attempts < j.max_attempts or j.locked_at is not null));
$$;

-- Deletes the job with this key unless it is running.
create or replace function delete_job(key text) returns void
language sql security definer set search_path = graphile_worker, pg_temp as $$
  select graphile_worker.complete_jobs(
    array(select j.id from graphile_worker.jobs j where j.key = delete_job.key and j.locked_at is null));
$$;

-- Whether the job with this key has used up its attempts. A job that was removed from the queue has not.
create or replace function job_is_exhausted(key text) returns boolean
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select exists (
    select from graphile_worker.jobs j
    where j.key = job_is_exhausted.key and j.attempts >= j.max_attempts and j.locked_at is null);
$$;

-- Moves a waiting job forward in the queue; a running one is left alone.
create or replace function raise_job_priority(job_key text, priority int) returns void
language sql security definer set search_path = graphile_worker, pg_temp as $$
  select graphile_worker.reschedule_jobs(
    array(
      select j.id from graphile_worker.jobs j
      where j.key = raise_job_priority.job_key and j.locked_at is null and j.priority > raise_job_priority.priority),
    priority => raise_job_priority.priority);
$$;

-- Cache invalidation ------------------------------------------------------------------------------------------------

-- Notifies all processes that cached responses with one of these tags, such as `series:12`, are outdated.
create or replace function notify_cache_invalidation(tags text[]) returns void
language sql as $$
  select pg_notify('cache_invalidation', array_to_string(tags, ' '));
$$;
