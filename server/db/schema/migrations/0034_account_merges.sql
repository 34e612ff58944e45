-- Merges of two accounts of one person, which both mailboxes confirm.
-- Locks members. Previous code runs.

-- A merge that waits for both mailboxes, or that was done: then it shows where the account of `source_id` went. Owner: accounts.
create table account_merges (
  id integer generated always as identity primary key,
  -- The account that is emptied and closed. No foreign key, because the number outlives it.
  source_id integer not null,
  target_id integer references members on delete set null,
  staff_id integer references members on delete set null,
  -- SHA-256 of the token that each mailbox has, and when it confirmed.
  source_hash bytea not null unique check (octet_length(source_hash) = 32),
  target_hash bytea not null unique check (octet_length(target_hash) = 32),
  source_confirmed_at timestamptz,
  target_confirmed_at timestamptz,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  merged_at timestamptz,
  constraint account_merges_members_check check (source_id <> target_id),
  constraint account_merges_merged_at_check check (
    merged_at is null or source_confirmed_at is not null and target_confirmed_at is not null)
);
-- An account is merged once, and waits for one merge at a time.
create unique index account_merges_done on account_merges (source_id) where merged_at is not null;
create unique index account_merges_waiting on account_merges (source_id) where merged_at is null;
create index on account_merges (target_id);
create index on account_merges (staff_id);

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update on account_merges from hanpyeon_app;
    grant update (source_confirmed_at, target_confirmed_at, merged_at) on account_merges to hanpyeon_app;
  end if;
end $$;
