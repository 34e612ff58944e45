-- D-56. What members subscribe to, the cards that pay for it, and each charge.

create table billing_cards (
  id integer generated always as identity primary key,
  wallet_id integer not null references wallets,
  -- SHA-256 of what the card's window returned with: said twice, or years later by a page in somebody's history, it is
  -- one card, and not registered again. The row stays for this when all else of it is gone.
  auth_hash bytea not null unique check (octet_length(auth_hash) = 32),
  -- The gateway's name for the card, sealed; the keyed hash finds it when the gateway tells of it.
  key_sealed bytea,
  key_index bytea unique,
  company text check (char_length(company) between 1 and 50),
  masked_number text check (char_length(masked_number) between 1 and 50),
  registered_at timestamptz not null,
  -- Another took its place, or the member left: a job has the gateway forget it.
  dropped_at timestamptz,
  constraint card_is_whole_or_forgotten check (
    num_nulls(key_sealed, key_index, company, masked_number) = 0
    or num_nulls(key_sealed, key_index, company, masked_number) = 4 and dropped_at is not null)
);
create unique index billing_cards_wallet on billing_cards (wallet_id) where dropped_at is null;

-- S3. When period `n` begins: the anchor and `n` months by the calendar of Seoul, month end clamped, never chained.
create function period_start(anchor timestamptz, n integer) returns timestamptz
language sql immutable strict parallel safe as $$
  select ((anchor at time zone 'Asia/Seoul') + make_interval(months => n)) at time zone 'Asia/Seoul';
$$;
-- Until when films play on after a period whose charge failed, or is under way.
create function grace_end(period_end timestamptz) returns timestamptz
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
  anchor timestamptz,
  period integer check (period >= 0),
  period_start timestamptz generated always as (period_start(anchor, period)) stored,
  period_end timestamptz generated always as (period_start(anchor, period + 1)) stored,
  -- What the running period costs by its plan, the order that paid it, and when something was first played in it (R1).
  period_price integer check (period_price > 0),
  order_id integer references orders,
  played_at timestamptz,
  -- The charge under way: while there is one, nobody makes another.
  charging_order_id integer unique references orders,
  -- Of the charge that is owed: when it failed first and last, why, and when it is tried again.
  failed_since timestamptz,
  failed_at timestamptz,
  failure_code text,
  retry_at timestamptz,
  ended_at timestamptz,
  -- The plan that was agreed to before there was a card, and when.
  wanted_plan_id integer references subscription_plans,
  agreed_at timestamptz check ((agreed_at is null) = (wanted_plan_id is null)),
  -- S4. Until when films play: to the period's end whatever the toggle says.
  access_until timestamptz generated always as (
    case
      when status = 'ended' then ended_at
      when status = 'past_due' or (status = 'active' and auto_renew) then grace_end(period_start(anchor, period + 1))
      when status = 'active' then period_start(anchor, period + 1)
    end) stored,
  -- When somebody has to look at it next.
  due_at timestamptz generated always as (
    case
      when charging_order_id is not null then null
      when status = 'active' then period_start(anchor, period + 1)
      when status = 'past_due' and auto_renew then retry_at
      when status = 'past_due' then grace_end(period_start(anchor, period + 1))
    end) stored,
  constraint subscription_begun check (
    num_nulls(plan_id, started_at, anchor, period, period_price, order_id) = case status when 'new' then 6 else 0 end),
  constraint subscription_ended check ((status = 'ended') = (ended_at is not null)),
  constraint subscription_owed check (
    num_nulls(failed_since, failed_at, failure_code, retry_at) = case status when 'past_due' then 0 else 4 end
    and failed_since <= failed_at and failed_at < retry_at)
) with (fillfactor = 80);
create index subscriptions_due on subscriptions (due_at, id) where due_at is not null;

alter table orders add foreign key (subscription_id) references subscriptions;

-- How the period of an order's charge is reckoned; what is charged and when the period begins stands with the order.
create table subscription_charges (
  order_id integer primary key references orders,
  kind text not null check (kind in ('join', 'upgrade', 'renew')),
  -- Won: the plan's price, and what of it an earlier period paid.
  price integer not null check (price > 0),
  credit integer not null check (credit >= 0 and credit < price and (credit = 0 or kind = 'upgrade')),
  anchor timestamptz not null,
  period integer not null check (period >= 0 and (period > 0) = (kind = 'renew')),
  card_id integer not null references billing_cards,
  -- Whether it was stopped before: choosing a dearer plan is agreeing that it goes on, if that is paid.
  was_stopped boolean not null
);
create index subscription_charges_card on subscription_charges (card_id);

-- A wallet carries what its subscription opens, and until when: entitlement is one look.
create function keep_wallet_plan() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update wallets set plan_id = new.plan_id, plan_until = new.access_until
  where id = new.wallet_id and (plan_id, plan_until) is distinct from (new.plan_id, new.access_until);
  return null;
end $$;
create trigger keep_wallet_plan after insert or update on subscriptions
  for each row execute function keep_wallet_plan();

create function tell_plans_stale() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_stale(array['plans']);
  return null;
end $$;
create trigger tell_plans_stale after insert or update or delete on subscription_plans
  for each statement execute function tell_plans_stale();

-- D-54. Whether its owner was told that it will lapse.
alter table point_lots add expiry_told_at timestamptz;
create index point_lots_untold on point_lots (expires_at) where remaining > 0 and expiry_told_at is null;

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on subscription_charges from hanpyeon_app;
    revoke delete on subscriptions, billing_cards from hanpyeon_app;
    grant update (expiry_told_at) on point_lots to hanpyeon_app;
  end if;
end $$;
