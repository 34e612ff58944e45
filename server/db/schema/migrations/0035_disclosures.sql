-- Disclosures of a member's data to authorities: one member of staff requests, an owner approves.
-- Locks members. Previous code runs.

-- A request to hand out a member's data, with its legal basis and scope. Kept after the account is deleted. Owner: accounts.
create table disclosures (
  id integer generated always as identity primary key,
  -- No foreign key, because the record outlives the account.
  member_id integer not null,
  authority text not null check (char_length(authority) between 1 and 100),
  document_number text not null check (char_length(document_number) between 1 and 100),
  legal_basis text not null check (char_length(legal_basis) between 1 and 200),
  scope text[] not null check (cardinality(scope) > 0
    and scope <@ array['account', 'sessions', 'payments', 'watch_history', 'inquiries']),
  -- Days in Seoul, both included.
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  requested_by integer references members on delete set null,
  requested_at timestamptz not null,
  decided_by integer references members on delete set null,
  decided_at timestamptz,
  is_approved boolean,
  -- Until when it may be decided, and once approved until when the file may be fetched, once.
  expires_at timestamptz not null,
  fetched_at timestamptz,
  constraint disclosures_two_people_check check (decided_by <> requested_by),
  constraint disclosures_decision_check check ((decided_at is null) = (is_approved is null)),
  constraint disclosures_fetched_at_check check (fetched_at is null or is_approved and fetched_at < expires_at)
);
create index on disclosures (member_id, id desc);
create index on disclosures (requested_by);
create index on disclosures (decided_by);

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on disclosures from hanpyeon_app;
    grant update (decided_by, decided_at, is_approved, expires_at, fetched_at) on disclosures to hanpyeon_app;
  end if;
end $$;
