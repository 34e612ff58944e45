-- Price changes: the members of a former version of a plan are asked to move to a newer one.
-- Locks plan_versions, subscriptions. Previous code runs.

-- The question to all members of a version. Owner: transactions.
create table price_changes (
  id integer generated always as identity primary key,
  plan_id integer not null,
  from_version integer not null,
  to_version integer not null,
  -- The first day in Seoul on which a period may start with the new terms.
  starts_on date not null,
  -- Without consent a renewal keeps the former terms, or the subscription ends with its paid period.
  without_consent text not null check (without_consent in ('keep', 'end')),
  created_at timestamptz not null,
  stopped_at timestamptz,
  constraint price_change_versions_check check (to_version > from_version),
  foreign key (plan_id, from_version) references plan_versions,
  foreign key (plan_id, to_version) references plan_versions
);
create unique index price_changes_running on price_changes (plan_id, from_version) where stopped_at is null;

-- The question to one subscription, announced by e-mail in the transaction that inserts it. Owner: transactions.
create table price_offers (
  id bigint generated always as identity primary key,
  price_change_id integer not null references price_changes,
  subscription_id integer not null references subscriptions,
  -- Won per month, and whether any term becomes worse: set by a trigger.
  old_price integer not null check (old_price > 0),
  new_price integer not null check (new_price > 0),
  needs_consent boolean not null,
  -- The start of the first period with the new terms.
  effective_at timestamptz not null,
  announced_at timestamptz not null,
  -- The text that the member sees and agrees to.
  terms text not null check (char_length(terms) between 1 and 2000),
  -- Null until the period begins.
  outcome text check (outcome in ('applied', 'kept', 'ended', 'stopped')),
  unique (price_change_id, subscription_id)
);
create index price_offers_open on price_offers (subscription_id) where outcome is null;

-- A member's consent to an offer, and its withdrawal. Owner: transactions. Append-only but for `withdrawn_at`.
create table price_consents (
  id bigint generated always as identity primary key,
  offer_id bigint not null references price_offers,
  -- The terms of the offer, copied by a trigger.
  terms text not null,
  agreed_at timestamptz not null,
  withdrawn_at timestamptz check (withdrawn_at >= agreed_at)
);
create unique index price_consents_current on price_consents (offer_id) where withdrawn_at is null;

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke delete on price_changes, price_offers, price_consents from hanpyeon_app;
    revoke update on price_changes, price_offers, price_consents from hanpyeon_app;
    grant update (stopped_at) on price_changes to hanpyeon_app;
    grant update (outcome) on price_offers to hanpyeon_app;
    grant update (withdrawn_at) on price_consents to hanpyeon_app;
  end if;
end $$;
