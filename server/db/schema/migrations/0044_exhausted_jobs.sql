-- Whether the job with this key has used up its attempts. A job that was removed from the queue has not.
create function job_is_exhausted(key text) returns boolean
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select exists (
    select from graphile_worker.jobs j
    where j.key = job_is_exhausted.key and j.attempts >= j.max_attempts and j.locked_at is null);
$$;
