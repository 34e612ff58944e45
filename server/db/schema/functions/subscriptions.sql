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

-- Copies plan and end of access to the wallet, so that an entitlement needs one lookup.
create or replace function sync_wallet_plan() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update wallets set plan_id = new.plan_id, plan_expires_at = new.access_until
  where id = new.wallet_id and (plan_id, plan_expires_at) is distinct from (new.plan_id, new.access_until);
  return null;
end $$;
create or replace trigger sync_wallet_plan after insert or update on subscriptions
  for each row execute function sync_wallet_plan();

-- The price of the next plan is agreed to when it is chosen.
create or replace function agree_next_plan_price() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.next_plan_id is not distinct from old.next_plan_id then
    return new;
  end if;
  new.next_plan_price := (select price from subscription_plans where id = new.next_plan_id);
  return new;
end $$;
create or replace trigger agree_next_plan_price before insert or update of next_plan_id on subscriptions
  for each row execute function agree_next_plan_price();
