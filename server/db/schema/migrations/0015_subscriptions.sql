-- D-56. What members subscribe to, the cards that pay for it, and each charge.

create table billing_cards (
  id integer generated always as identity primary key,
  wallet_id integer not null references wallets,
  -- SHA-256 of what the card's window returned with: said twice, or years later by a page in somebody's history, it is
  -- one card, and not registered again. The row stays for this when all else of it is gone.
  auth_key_hash bytea not null unique check (octet_length(auth_key_hash) = 32),
  -- The gateway's name for the card, sealed; the keyed hash finds it when the gateway tells of it.
  billing_key_ciphertext bytea,
  billing_key_blind_index bytea unique,
  company text check (char_length(company) between 1 and 50),
  masked_number text check (char_length(masked_number) between 1 and 50),
  registered_at timestamptz not null,
  -- Another took its place, or the member left: a job has the gateway forget it.
  removed_at timestamptz,
  constraint billing_card_key_check check (
    num_nulls(billing_key_ciphertext, billing_key_blind_index, company, masked_number) = 0
    or num_nulls(billing_key_ciphertext, billing_key_blind_index, company, masked_number) = 4 and removed_at is not null)
);
create unique index billing_cards_wallet on billing_cards (wallet_id) where removed_at is null;

-- S3. When period `n` begins: the anchor and `n` months by the calendar of Seoul, month end clamped, never chained.
create function period_start(anchor timestamptz, n integer) returns timestamptz
language sql immutable strict parallel safe as $$
  select ((anchor at time zone 'Asia/Seoul') + make_interval(months => n)) at time zone 'Asia/Seoul';
$$;
-- Until when films play on after a period whose charge failed, or is under way.
create function grace_period_end(period_end timestamptz) returns timestamptz
language sql immutable strict parallel safe as $$
  select ((period_end at time zone 'Asia/Seoul') + interval '3 days') at time zone 'Asia/Seoul';
$$;

create table subscriptions (
  id integer generated always as identity primary key,
  -- S1. One for each wallet, for good: who joins again takes it up again.
  wallet_id integer not null unique references wallets,
  -- `new` until the first charge went through.
  status text not null default 'new' check (status in ('new', 'active', 'past_due', 'ended')),
  plan_id integer references subscription_plans,
  next_plan_id integer references subscription_plans,
  auto_renew boolean not null default true,
  started_at timestamptz,
  -- S3. The running period is the nth from the anchor; when it begins and ends is nobody's to write.
  billing_cycle_anchor timestamptz,
  period_index integer check (period_index >= 0),
  period_start timestamptz generated always as (period_start(billing_cycle_anchor, period_index)) stored,
  period_end timestamptz generated always as (period_start(billing_cycle_anchor, period_index + 1)) stored,
  -- What the running period costs by its plan, the order that paid it, and when something was first played in it (R1).
  period_price integer check (period_price > 0),
  order_id integer references orders,
  first_used_at timestamptz,
  -- The charge under way: while there is one, nobody makes another.
  pending_order_id integer unique references orders,
  -- Of the charge that is owed: when it failed first and last, why, and when it is tried again.
  first_failed_at timestamptz,
  last_failed_at timestamptz,
  failure_code text,
  next_retry_at timestamptz,
  ended_at timestamptz,
  -- The plan that was agreed to before there was a card, and when.
  requested_plan_id integer references subscription_plans,
  consented_at timestamptz check ((consented_at is null) = (requested_plan_id is null)),
  -- S4. Until when films play: to the period's end whatever the toggle says.
  access_until timestamptz generated always as (
    case
      when status = 'ended' then ended_at
      when status = 'past_due' or (status = 'active' and auto_renew) then grace_period_end(period_start(billing_cycle_anchor, period_index + 1))
      when status = 'active' then period_start(billing_cycle_anchor, period_index + 1)
    end) stored,
  -- When somebody has to look at it next.
  next_action_at timestamptz generated always as (
    case
      when pending_order_id is not null then null
      when status = 'active' then period_start(billing_cycle_anchor, period_index + 1)
      when status = 'past_due' and auto_renew then next_retry_at
      when status = 'past_due' then grace_period_end(period_start(billing_cycle_anchor, period_index + 1))
    end) stored,
  constraint subscription_started_check check (
    num_nulls(plan_id, started_at, billing_cycle_anchor, period_index, period_price, order_id) = case status when 'new' then 6 else 0 end),
  constraint subscription_ended check ((status = 'ended') = (ended_at is not null)),
  constraint subscription_past_due_check check (
    num_nulls(first_failed_at, last_failed_at, failure_code, next_retry_at) = case status when 'past_due' then 0 else 4 end
    and first_failed_at <= last_failed_at and last_failed_at < next_retry_at)
) with (fillfactor = 80);
create index subscriptions_due on subscriptions (next_action_at, id) where next_action_at is not null;

alter table orders add foreign key (subscription_id) references subscriptions;

-- How the period of an order's charge is reckoned; what is charged and when the period begins stands with the order.
create table subscription_charges (
  order_id integer primary key references orders,
  kind text not null check (kind in ('join', 'upgrade', 'renew')),
  -- Won: the plan's price, and what of it an earlier period paid.
  price integer not null check (price > 0),
  proration_credit integer not null check (proration_credit >= 0 and proration_credit < price and (proration_credit = 0 or kind = 'upgrade')),
  billing_cycle_anchor timestamptz not null,
  period_index integer not null check (period_index >= 0 and (period_index > 0) = (kind = 'renew')),
  card_id integer not null references billing_cards,
  -- Whether it was stopped before: choosing a dearer plan is agreeing that it goes on, if that is paid.
  auto_renew_was_off boolean not null
);
create index subscription_charges_card on subscription_charges (card_id);

-- A wallet carries what its subscription opens, and until when: entitlement is one look.
create function sync_wallet_plan() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update wallets set plan_id = new.plan_id, plan_expires_at = new.access_until
  where id = new.wallet_id and (plan_id, plan_expires_at) is distinct from (new.plan_id, new.access_until);
  return null;
end $$;
create trigger sync_wallet_plan after insert or update on subscriptions
  for each row execute function sync_wallet_plan();

create function invalidate_plans() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform notify_cache_invalidation(array['plans']);
  return null;
end $$;
create trigger invalidate_plans after insert or update or delete on subscription_plans
  for each statement execute function invalidate_plans();

-- D-54. Whether its owner was told that it will lapse.
alter table point_lots add expiry_notified_at timestamptz;
create index point_lots_unnotified on point_lots (expires_at) where remaining > 0 and expiry_notified_at is null;

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on subscription_charges from hanpyeon_app;
    revoke delete on subscriptions, billing_cards from hanpyeon_app;
    grant update (expiry_notified_at) on point_lots to hanpyeon_app;
  end if;
end $$;
