-- Functions and triggers of orders, the ledger, purchases and refunds: rules that hold for every role.

create or replace function enforce_order_rules() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'An order cannot be deleted' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'created' and not (new.status = 'paid' and new.payment_method = 'point') then
      raise exception 'A new order must have status created' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (old.order_id, old.wallet_id, old.kind, old.payment_method, old.title, old.amount, old.currency, old.episode_id,
      old.ownership_type_id, old.point_amount, old.point_bonus, old.point_package_id, old.rental_terms_id, old.plan_id, old.plan_version, old.subscription_id, old.period_start,
      old.event_point, old.paid_point, old.created_at)
    is distinct from
     (new.order_id, new.wallet_id, new.kind, new.payment_method, new.title, new.amount, new.currency, new.episode_id,
      new.ownership_type_id, new.point_amount, new.point_bonus, new.point_package_id, new.rental_terms_id, new.plan_id, new.plan_version, new.subscription_id, new.period_start,
      new.event_point, new.paid_point, new.created_at) then
    raise exception 'The item, price and wallet of an order cannot change' using errcode = 'check_violation';
  end if;
  if old.paid_at is not null and (old.payment_key, old.paid_at) is distinct from (new.payment_key, new.paid_at) then
    raise exception 'The payment of an order cannot change' using errcode = 'check_violation';
  end if;
  if new.cancelled_amount < old.cancelled_amount then
    raise exception 'The cancelled amount cannot decrease' using errcode = 'check_violation';
  end if;
  if old.status <> new.status and old.status || ' ' || new.status <> all (array[
    'created confirming', 'created failed', 'confirming paid', 'confirming failed', 'confirming unknown',
    'unknown paid', 'unknown failed', 'paid partially_cancelled', 'paid cancelled', 'partially_cancelled cancelled']) then
    raise exception 'The status of an order cannot change from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  -- An uncertain payment is resolved by reading it from the gateway.
  if old.status = 'unknown' and new.status <> 'unknown' and new.status_checks <= old.status_checks then
    raise exception 'An unknown order changes only after another status check' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger enforce_order_rules before insert or update or delete on orders for each row execute function enforce_order_rules();

-- A top-up has the terms of a package on sale. The lock makes it wait for a change of the package, and the change for it.
create or replace function enforce_package_terms() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from point_packages p
    where (p.id, p.amount, p.amount, p.bonus) = (new.point_package_id, new.amount, new.point_amount, new.point_bonus)
      and p.retired_at is null for share;
  if not found then
    raise exception 'A top-up must have the terms of a package on sale' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger enforce_package_terms before insert on orders
  for each row when (new.point_package_id is not null) execute function enforce_package_terms();

create or replace function enforce_package_rules() returns trigger language plpgsql as $$
begin
  raise exception 'A package does not change, and is retired for good' using errcode = 'check_violation';
end $$;
create or replace trigger enforce_package_rules before update on point_packages for each row
  when ((old.amount, old.bonus) is distinct from (new.amount, new.bonus) or old.retired_at is not null) execute function enforce_package_rules();
create or replace function invalidate_packages() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform notify_cache_invalidation(array['packages']);
  return null;
end $$;
create or replace trigger invalidate_packages after insert or update or delete on point_packages
  for each statement execute function invalidate_packages();

-- A rental has the newest terms, unless its order names those that the member has seen.
create or replace function set_rental_terms() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.rental_terms_id := (select max(id) from rental_terms);
  return new;
end $$;
create or replace trigger set_rental_terms before insert on orders
  for each row when (new.ownership_type_id = 2 and new.rental_terms_id is null) execute function set_rental_terms();
create or replace trigger invalidate_packages after insert on rental_terms
  for each statement execute function invalidate_packages();

-- A rental has the terms of its order, which also decide when it ends if it is not started.
create or replace function start_rental() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select t.id, new.purchased_at + make_interval(hours => 24 * t.start_days) into new.rental_terms_id, new.expires_at
  from orders o join rental_terms t on t.id = o.rental_terms_id where o.id = new.order_id;
  return new;
end $$;
create or replace trigger start_rental before insert on purchases
  for each row when (new.ownership_type_id = 2) execute function start_rental();

-- The time of consent proves it.
create or replace function enforce_consent_immutable() returns trigger language plpgsql as $$
begin
  raise exception 'The consent time of an order cannot change' using errcode = 'check_violation';
end $$;
create or replace trigger enforce_consent_immutable before update of consented_at on orders
  for each row when (old.consented_at is distinct from new.consented_at)
  execute function enforce_consent_immutable();

-- Mistakes are corrected by another entry.
create or replace function reject_mutation() returns trigger language plpgsql as $$
begin
  raise exception 'The table % is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create or replace trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function reject_mutation();
create or replace trigger append_only before update or delete or truncate on ledger_postings
  for each statement execute function reject_mutation();
create or replace trigger append_only before update or delete or truncate on point_lot_movements
  for each statement execute function reject_mutation();
create or replace trigger append_only before update or delete or truncate on point_grants
  for each statement execute function reject_mutation();
create or replace trigger append_only before update or delete or truncate on plan_versions
  for each statement execute function reject_mutation();
create or replace trigger append_only before update or delete or truncate on rental_terms
  for each statement execute function reject_mutation();

-- Adds an entry to the balances of its wallet and stores the result in the entry. The caller holds the wallet's lock.
create or replace function update_wallet_balance() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update wallets set
    event_point = event_point + new.event_point, paid_point = paid_point + new.paid_point,
    entry_count = entry_count + 1,
    point_posting_count = point_posting_count + (new.event_point <> 0)::int + (new.paid_point <> 0)::int,
    last_entry_at = greatest(last_entry_at, new.created_at)
  where id = new.wallet_id
  returning event_point, paid_point, last_entry_at into new.event_balance, new.paid_balance, new.created_at;
  new.posted_xid := pg_current_xact_id();
  return new;
end $$;
create or replace trigger update_wallet_balance before insert on ledger_entries for each row execute function update_wallet_balance();

-- Postings and movements belong to an entry of the same transaction, so a committed entry is complete.
create or replace function reject_late_posting() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from new_rows left join ledger_entries e on e.id = new_rows.entry_id
    where e.posted_xid is distinct from pg_current_xact_id()) then
    raise exception 'A posting must belong to an entry of the same transaction' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create or replace trigger reject_late_posting after insert on ledger_postings referencing new table as new_rows
  for each statement execute function reject_late_posting();
create or replace trigger reject_late_posting after insert on point_lot_movements referencing new table as new_rows
  for each statement execute function reject_late_posting();

create or replace function update_lot_remaining() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update point_lots l set remaining = l.remaining + m.change from new_rows m where l.id = m.lot_id;
  return null;
end $$;
create or replace trigger update_lot_remaining after insert on point_lot_movements referencing new table as new_rows
  for each statement execute function update_lot_remaining();

-- Checks an entry with its postings and movements at commit. A loop over the few rows costs a
-- fraction of aggregate queries.
create or replace function check_ledger_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  posting record;
  movement record;
  signed integer;
  won_sum bigint := 0;
  event_sum bigint := 0;
  paid_sum bigint := 0;
  won bigint := 0;
  event bigint := 0;
  paid bigint := 0;
  issued bigint := 0;
  event_moved bigint := 0;
  paid_moved bigint := 0;
begin
  for posting in select unit, account, side, amount, wallet_id from ledger_postings where entry_id = new.id loop
    signed := case posting.side when 'debit' then posting.amount else -posting.amount end;
    if posting.unit = 'won' then
      won_sum := won_sum + signed;
      if posting.account = 'gateway' then won := won + signed; end if;
    elsif posting.unit = 'event' then
      event_sum := event_sum + signed;
      if posting.account = 'wallet' then event := event - signed; end if;
    else
      paid_sum := paid_sum + signed;
      if posting.account = 'wallet' then paid := paid - signed; end if;
      if posting.account = 'issued' then issued := issued + signed; end if;
    end if;
    if posting.wallet_id <> new.wallet_id then
      raise exception 'Entry % does not match its postings', new.id using errcode = 'check_violation';
    end if;
  end loop;
  if won_sum <> 0 or event_sum <> 0 or paid_sum <> 0 then
    raise exception 'Entry % does not balance', new.id using errcode = 'check_violation';
  end if;
  if won <> new.amount_krw or event <> new.event_point or paid <> new.paid_point then
    raise exception 'Entry % does not match its postings', new.id using errcode = 'check_violation';
  end if;
  for movement in select x.change, x.lot_id, l.kind, l.wallet_id, l.entry_id, l.amount
    from point_lot_movements x join point_lots l on l.id = x.lot_id where x.entry_id = new.id loop
    if movement.wallet_id <> new.wallet_id then
      raise exception 'Entry % does not match its lot movements', new.id using errcode = 'check_violation';
    end if;
    if movement.kind = 'event' then event_moved := event_moved + movement.change; else paid_moved := paid_moved + movement.change; end if;
    if movement.change > 0 and (movement.entry_id <> new.id and not exists (select from point_lot_movements spent
        where spent.entry_id = new.reverses_entry_id and spent.lot_id = movement.lot_id and spent.change = -movement.change)
      or movement.entry_id = new.id and movement.change <> movement.amount) then
      raise exception 'Entry % returns points to a lot that they did not come from', new.id using errcode = 'check_violation';
    end if;
  end loop;
  if event_moved <> new.event_point or paid_moved <> new.paid_point then
    raise exception 'Entry % does not match its lot movements', new.id using errcode = 'check_violation';
  end if;
  if issued > 0 and not exists (select from orders o where o.id = new.order_id and o.wallet_id = new.wallet_id
    and o.kind = 'points' and o.status = 'paid' and o.point_amount = issued and o.amount = new.amount_krw
    and new.kind = 'top_up' and new.source_type = 'order' and new.source_id = o.id) then
    raise exception 'Entry % issues paid points without a paid top-up', new.id using errcode = 'check_violation';
  end if;
  if new.amount_krw > 0 and not exists (select from orders o where o.id = new.order_id and o.wallet_id = new.wallet_id
    and o.status = 'paid' and o.payment_method = 'card' and o.amount = new.amount_krw
    and new.source_type = 'order' and new.source_id = o.id) then
    raise exception 'Entry % posts won without a paid order', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger if exists check_ledger_entry on ledger_entries;
create constraint trigger check_ledger_entry after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_entry();

create or replace function enforce_purchase_rules() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'A purchase cannot be deleted' using errcode = 'check_violation';
  end if;
  if (old.wallet_id, old.episode_id, old.ownership_type_id, old.rental_terms_id, old.order_id, old.purchased_at)
    is distinct from (new.wallet_id, new.episode_id, new.ownership_type_id, new.rental_terms_id, new.order_id, new.purchased_at) then
    raise exception 'The item of a purchase cannot change' using errcode = 'check_violation';
  end if;
  -- An ended rental is refunded by staff only and needs no `refunding`: there is no access to suspend. It becomes active again
  -- only when the purchase that replaced it is refunded.
  if old.state <> new.state and old.state || ' ' || new.state <> all (array[
    'active refunding', 'active ended', 'refunding refunded', 'refunding active', 'ended refunded'])
    and not (old.state = 'ended' and new.state = 'active' and new.replaced_by_order_id is null
      and exists (select from purchases p where p.order_id = old.replaced_by_order_id and p.state = 'refunded')) then
    raise exception 'The state of a purchase cannot change from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if old.first_used_at is not null and new.first_used_at is distinct from old.first_used_at then
    raise exception 'The first use of a purchase cannot change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger enforce_purchase_rules before update or delete on purchases for each row execute function enforce_purchase_rules();

-- An episode order is paid and deliverable if and only if it has a purchase of the same item.
create or replace function check_entitlement() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  checked_order_id bigint;
  violation record;
begin
  if tg_table_name = 'orders' then checked_order_id := new.id; else checked_order_id := new.order_id; end if;
  select o.id as order_id, o.status, p.id, p.state, (p.wallet_id, p.episode_id, p.ownership_type_id)
      is distinct from (o.wallet_id, o.episode_id, o.ownership_type_id) as is_other_item
  into violation
  from orders o left join purchases p on p.order_id = o.id
  where o.id = checked_order_id
    and ((o.kind = 'episode' and o.status = 'paid' and o.undeliverable_reason is null) <> (p.id is not null and p.state <> 'refunded')
      or p.id is not null and (p.wallet_id, p.episode_id, p.ownership_type_id)
        is distinct from (o.wallet_id, o.episode_id, o.ownership_type_id));
  if not found then return null; end if;
  if violation.id is not null and violation.is_other_item then
    raise exception 'Purchase % does not match its order', violation.id using errcode = 'check_violation';
  end if;
  raise exception 'Order % is % but its purchase is %', violation.order_id, violation.status, coalesce(violation.state, 'absent')
    using errcode = 'check_violation';
end $$;
drop trigger if exists check_entitlement on orders;
create constraint trigger check_entitlement after insert or update on orders
  deferrable initially deferred for each row when (new.kind = 'episode') execute function check_entitlement();
drop trigger if exists check_entitlement on purchases;
create constraint trigger check_entitlement after insert or update on purchases
  deferrable initially deferred for each row execute function check_entitlement();

create or replace function enforce_refund_rules() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (old.status <> 'pending'
    or (old.wallet_id, old.order_id, old.purchase_id, old.kind, old.amount, old.event_point, old.paid_point)
      is distinct from (new.wallet_id, new.order_id, new.purchase_id, new.kind, new.amount, new.event_point, new.paid_point)))
  then
    raise exception 'A refund settles or fails once and is final' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger enforce_refund_rules before update or delete on refunds for each row execute function enforce_refund_rules();

create or replace function enforce_gateway_attempt_rules() returns trigger language plpgsql as $$
declare
  is_unsettled boolean;
begin
  if tg_op = 'DELETE' then
    raise exception 'An attempt cannot be deleted' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' then
    if old.state in ('no_effect', 'succeeded') or (old.state = 'errored' and new.state = 'open')
      or (old.order_id, old.refund_id, old.unmatched_payment_id, old.attempt, old.idempotency_key, old.started_at)
        is distinct from (new.order_id, new.refund_id, new.unmatched_payment_id, new.attempt, new.idempotency_key, new.started_at)
    then
      raise exception 'An attempt ends once and its target cannot change' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  -- The row lock waits for a transaction that settles the target.
  if new.order_id is not null then
    select status in ('confirming', 'unknown') into is_unsettled from orders where id = new.order_id for share;
  elsif new.refund_id is not null then
    select status = 'pending' into is_unsettled from refunds where id = new.refund_id for share;
  else
    select status = 'pending' into is_unsettled from unmatched_payments where id = new.unmatched_payment_id for share;
  end if;
  if is_unsettled is distinct from true then
    raise exception 'A settled target cannot be attempted again' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger enforce_gateway_attempt_rules before insert or update or delete on gateway_attempts
  for each row execute function enforce_gateway_attempt_rules();

-- Ends the live attempt in the transaction that settles its target.
create or replace function end_gateway_attempts() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    -- A payment that does not match its order is an effect as well, and is cancelled as an unmatched payment.
    update gateway_attempts set ended_at = now(),
      state = case when new.status = 'paid' or exists (select from unmatched_payments where order_id = new.id)
        then 'succeeded' else 'no_effect' end
    where order_id = new.id and state in ('open', 'errored');
  elsif tg_table_name = 'refunds' then
    update gateway_attempts set ended_at = now(), state = case new.status when 'succeeded' then 'succeeded' else 'no_effect' end
    where refund_id = new.id and state in ('open', 'errored');
  else
    update gateway_attempts set ended_at = now(), state = case new.status when 'cancelled' then 'succeeded' else 'no_effect' end
    where unmatched_payment_id = new.id and state in ('open', 'errored');
  end if;
  return null;
end $$;
create or replace trigger end_gateway_attempts after update of status on orders for each row
  when (old.status in ('confirming', 'unknown') and new.status in ('paid', 'failed')) execute function end_gateway_attempts();
create or replace trigger end_gateway_attempts after update of status on refunds for each row
  when (old.status = 'pending' and new.status <> 'pending') execute function end_gateway_attempts();
create or replace trigger end_gateway_attempts after update of status on unmatched_payments for each row
  when (old.status = 'pending' and new.status <> 'pending') execute function end_gateway_attempts();
create or replace trigger append_only before update or delete or truncate on reconciliations
  for each statement execute function reject_mutation();
create or replace trigger append_only before update or delete or truncate on reconciliation_differences
  for each statement execute function reject_mutation();
