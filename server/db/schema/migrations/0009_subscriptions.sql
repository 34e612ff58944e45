-- Subscriptions: plans, billing cards, billing periods and their charges.

-- A plan. Owner: transactions.
create table subscription_plans (
  id integer primary key,
  name text not null unique,
  price integer not null check (price > 0), -- won per month, tax included
  max_height integer not null check (max_height > 0),
  streams integer not null check (streams > 0)
);
insert into subscription_plans (id, name, price, max_height, streams) values
  (1, '베이직', 7900, 720, 1),
  (2, '스탠다드', 10900, 1080, 2),
  (3, '프리미엄', 13900, 1080, 4);

alter table wallets add foreign key (plan_id) references subscription_plans;
alter table orders add foreign key (plan_id) references subscription_plans;

-- A registered card of a wallet. Owner: transactions.
create table billing_cards (
  id bigint generated always as identity primary key,
  wallet_id integer not null references wallets,
  -- SHA-256 of the authKey of the registration, so that a repeated return from the window registers no second card. The
  -- row is kept for it when the other columns are erased.
  auth_key_hash bytea not null unique check (octet_length(auth_key_hash) = 32),
  -- The billing key, encrypted; webhooks find it by the blind index, a keyed hash.
  billing_key_ciphertext bytea,
  billing_key_blind_index bytea unique,
  company text check (char_length(company) between 1 and 50),
  masked_number text check (char_length(masked_number) between 1 and 50),
  registered_at timestamptz not null,
  -- When it was replaced or the member left; a job then deletes the billing key at the gateway.
  removed_at timestamptz,
  constraint billing_card_key_check check (
    num_nulls(billing_key_ciphertext, billing_key_blind_index, company, masked_number) = 0
    or num_nulls(billing_key_ciphertext, billing_key_blind_index, company, masked_number) = 4 and removed_at is not null)
);
create unique index billing_cards_wallet on billing_cards (wallet_id) where removed_at is null;

-- The start of period `n`: `n` months after the anchor in the calendar of Seoul. A day that a month lacks becomes its
-- last day; periods are not computed from each other.
create function period_start(anchor timestamptz, n integer) returns timestamptz
language sql immutable strict parallel safe as $$
  select ((anchor at time zone 'Asia/Seoul') + make_interval(months => n)) at time zone 'Asia/Seoul';
$$;
-- The end of access after a period whose renewal has failed or is in progress.
create function grace_period_end(period_end timestamptz) returns timestamptz
language sql immutable strict parallel safe as $$
  select ((period_end at time zone 'Asia/Seoul') + interval '3 days') at time zone 'Asia/Seoul';
$$;

-- The subscription of a wallet: one for good, which is resumed when the member subscribes again. Owner: transactions.
create table subscriptions (
  id integer generated always as identity primary key,
  wallet_id integer not null unique references wallets,
  -- `incomplete` until the first successful charge.
  status text not null default 'incomplete' check (status in ('incomplete', 'active', 'past_due', 'ended')),
  plan_id integer references subscription_plans,
  next_plan_id integer references subscription_plans,
  -- The price that the member agreed to for the next plan.
  next_plan_price integer check (next_plan_price > 0),
  auto_renew boolean not null default true,
  started_at timestamptz,
  -- The number of the current period from the anchor determines its start and end.
  billing_cycle_anchor timestamptz,
  period_index integer check (period_index >= 0),
  period_start timestamptz generated always as (period_start(billing_cycle_anchor, period_index)) stored,
  period_end timestamptz generated always as (period_start(billing_cycle_anchor, period_index + 1)) stored,
  -- The plan's price of the current period, the order that paid it, and the first playback in it.
  period_price integer check (period_price > 0),
  order_id bigint references orders,
  first_used_at timestamptz,
  -- The charge in progress; no other is made meanwhile.
  pending_order_id bigint unique references orders,
  -- Of a due charge: the first and last failure, its reason and the next retry.
  first_failed_at timestamptz,
  last_failed_at timestamptz,
  failure_code text,
  next_retry_at timestamptz,
  ended_at timestamptz,
  -- The plan that was agreed to before a card was registered, and when.
  requested_plan_id integer references subscription_plans,
  consented_at timestamptz,
  -- The end of access: turning off auto-renewal does not shorten the paid period.
  access_until timestamptz generated always as (
    case
      when status = 'ended' then ended_at
      when status = 'past_due' or (status = 'active' and auto_renew) then grace_period_end(period_start(billing_cycle_anchor, period_index + 1))
      when status = 'active' then period_start(billing_cycle_anchor, period_index + 1)
    end) stored,
  -- When the renewal task processes the subscription next.
  next_action_at timestamptz generated always as (
    case
      when pending_order_id is not null then null
      when status = 'active' then period_start(billing_cycle_anchor, period_index + 1)
      when status = 'past_due' and auto_renew then next_retry_at
      when status = 'past_due' then grace_period_end(period_start(billing_cycle_anchor, period_index + 1))
    end) stored,
  constraint subscription_started_check check (
    num_nulls(plan_id, started_at, billing_cycle_anchor, period_index, period_price, order_id) = case status when 'incomplete' then 6 else 0 end),
  constraint subscription_ended_check check ((status = 'ended') = (ended_at is not null)),
  constraint subscription_past_due_check check (
    num_nulls(first_failed_at, last_failed_at, failure_code, next_retry_at) = case status when 'past_due' then 0 else 4 end
    and first_failed_at <= last_failed_at and last_failed_at < next_retry_at),
  constraint subscription_consented_at_check check ((consented_at is null) = (requested_plan_id is null))
) with (fillfactor = 80);
create index subscriptions_due on subscriptions (next_action_at, id) where next_action_at is not null;

alter table orders add foreign key (subscription_id) references subscriptions;

-- How the amount and period of a subscription order were computed. Owner: transactions. Append-only.
create table subscription_charges (
  order_id bigint primary key references orders,
  kind text not null check (kind in ('join', 'upgrade', 'renew')),
  -- Won: the plan's price, and the part of it that the previous period paid.
  price integer not null check (price > 0),
  proration_credit integer not null,
  billing_cycle_anchor timestamptz not null,
  period_index integer not null,
  card_id bigint not null references billing_cards,
  -- Whether auto-renewal was off: a successful upgrade turns it on.
  auto_renew_was_off boolean not null,
  -- For an upgrade: the order of the period that it replaced and its first playback, so that a refund restores them.
  previous_order_id bigint references orders,
  previous_first_used_at timestamptz,
  constraint charge_proration_credit_check check (
    proration_credit >= 0 and proration_credit < price and (proration_credit = 0 or kind = 'upgrade')),
  constraint charge_period_index_check check (period_index >= 0 and (period_index > 0) = (kind = 'renew')),
  constraint charge_previous_order_check check (
    previous_order_id is null and previous_first_used_at is null or kind = 'upgrade' and previous_order_id is not null)
);
create index subscription_charges_card on subscription_charges (card_id);

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on subscription_charges from hanpyeon_app;
    revoke delete on subscriptions, billing_cards from hanpyeon_app;
  end if;
end $$;
