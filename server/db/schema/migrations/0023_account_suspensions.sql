-- Members that staff suspend for a reason, and restore.
-- Locks members. Previous code runs.

-- A suspension. While it lasts the member has no session and is charged nothing; what expires waits. Owner: accounts.
create table account_suspensions (
  id integer generated always as identity primary key,
  member_id integer not null references members on delete cascade,
  -- The reason in general terms, which the member sees; the audit log has the words of staff.
  category text not null check (category in ('terms_violation', 'payment_dispute', 'account_security')),
  suspended_at timestamptz not null,
  restored_at timestamptz,
  constraint account_suspensions_restored_at_check check (restored_at >= suspended_at)
);
create unique index account_suspensions_current on account_suspensions (member_id) where restored_at is null;
create index on account_suspensions (member_id);

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on account_suspensions from hanpyeon_app;
    grant update (restored_at) on account_suspensions to hanpyeon_app;
  end if;
end $$;
