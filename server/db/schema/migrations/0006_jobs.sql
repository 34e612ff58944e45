-- A job on its last attempt has used them all up and is still being worked: it lives until it is given back.
create or replace function job_is_queued(key text) returns boolean
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select exists (
    select from graphile_worker._private_jobs j
    where j.key = job_is_queued.key and (j.attempts < j.max_attempts or j.locked_at is not null));
$$;

-- Takes out a job that nobody will run any more, once what it was for has come to an end.
create function delete_job(key text) returns void
language sql security definer set search_path = graphile_worker, pg_temp as $$
  delete from graphile_worker._private_jobs j where j.key = delete_job.key and j.locked_at is null;
$$;
