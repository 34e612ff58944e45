-- A running subscription keeps the price that its member agreed to (D-161): `period_price` for the current plan, and this
-- column for the next one.
alter table subscriptions add column next_plan_price integer check (next_plan_price > 0);
update subscriptions s set next_plan_price = p.price from subscription_plans p where p.id = s.next_plan_id;

-- The price of the next plan is agreed to when it is chosen, whichever version writes the choice.
create function agree_next_plan_price() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.next_plan_id is not distinct from old.next_plan_id then
    return new;
  end if;
  new.next_plan_price := (select price from subscription_plans where id = new.next_plan_id);
  return new;
end $$;
create trigger agree_next_plan_price before insert or update of next_plan_id on subscriptions
  for each row execute function agree_next_plan_price();
