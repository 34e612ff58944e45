-- Functions and triggers of subscriptions. `period_start` and `grace_period_end` stand in the migration of the table, whose generated columns
-- store their results.

create or replace function invalidate_plans() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform notify_cache_invalidation(array['plans']);
  return null;
end $$;
create or replace trigger invalidate_plans after insert or update or delete on subscription_plans
  for each statement execute function invalidate_plans();

-- A changed term or name is another version, so that an edit or an order that has seen the former one is noticed.
create or replace function number_plan_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create or replace trigger number_plan_version before update on subscription_plans for each row
  when ((old.name, old.price, old.max_height, old.streams) is distinct from (new.name, new.price, new.max_height, new.streams))
  execute function number_plan_version();

create or replace function record_plan_version() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into plan_versions (plan_id, version, price, max_height, streams)
  values (new.id, new.version, new.price, new.max_height, new.streams) on conflict do nothing;
  return null;
end $$;
create or replace trigger record_plan_version after insert or update on subscription_plans
  for each row execute function record_plan_version();

-- An order without a version comes from code without versions: a renewal has that of its subscription, others the one on sale.
create or replace function set_order_plan_version() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.plan_version := coalesce(
    (select case new.plan_id when s.next_plan_id then s.next_plan_version when s.plan_id then s.plan_version end
      from subscriptions s
      where s.id = new.subscription_id and (s.status = 'past_due' or s.status = 'active' and s.auto_renew)),
    (select version from subscription_plans where id = new.plan_id));
  return new;
end $$;
create or replace trigger set_order_plan_version before insert on orders
  for each row when (new.plan_id is not null and new.plan_version is null) execute function set_order_plan_version();

-- A charge has terms that are on sale, or those that its subscription has agreed to. The lock makes it wait for an edit of the
-- plan, and the edit for it.
create or replace function enforce_charge_terms() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  charged record;
begin
  select plan_id, plan_version, subscription_id into charged from orders where id = new.order_id;
  if new.kind <> 'join' and exists (select from subscriptions s where s.id = charged.subscription_id
    and ((s.plan_id, s.plan_version, s.period_price) = (charged.plan_id, charged.plan_version, new.price)
      or (s.next_plan_id, s.next_plan_version, s.next_plan_price) = (charged.plan_id, charged.plan_version, new.price))) then
    return new;
  end if;
  perform from subscription_plans p
    where (p.id, p.version, p.price) = (charged.plan_id, charged.plan_version, new.price) and p.retired_at is null for share;
  if not found then
    raise exception 'A charge must have terms that are on sale or agreed to' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger enforce_charge_terms before insert on subscription_charges
  for each row execute function enforce_charge_terms();

-- The current period has the terms of the order that paid it.
create or replace function set_subscription_plan_version() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.plan_version := (select plan_version from orders where id = new.order_id);
  return new;
end $$;
create or replace trigger set_subscription_plan_version before insert or update of order_id, plan_id on subscriptions
  for each row execute function set_subscription_plan_version();

-- Copies plan and end of access to the wallet, so that an entitlement needs one lookup.
create or replace function sync_wallet_plan() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update wallets set plan_id = new.plan_id, plan_version = new.plan_version, plan_expires_at = new.access_until
  where id = new.wallet_id
    and (plan_id, plan_version, plan_expires_at) is distinct from (new.plan_id, new.plan_version, new.access_until);
  return null;
end $$;
create or replace trigger sync_wallet_plan after insert or update on subscriptions
  for each row execute function sync_wallet_plan();

-- The terms of the next plan are agreed to when it is chosen.
create or replace function agree_next_plan_price() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.next_plan_id is not distinct from old.next_plan_id then
    return new;
  end if;
  new.next_plan_price := null;
  new.next_plan_version := null;
  select price, version into new.next_plan_price, new.next_plan_version from subscription_plans where id = new.next_plan_id;
  return new;
end $$;
create or replace trigger agree_next_plan_price before insert or update of next_plan_id on subscriptions
  for each row execute function agree_next_plan_price();
