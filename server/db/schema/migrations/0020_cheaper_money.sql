-- The same invariants of money, checked with less work: each trigger below asks one short question where it asked several,
-- and a reference that a trigger compares anyway is not looked up a second time.

-- L1, L3, L6, L7, L8, of one entry with all that it posted, at commit. Its few rows are walked and added up here, which
-- costs a fraction of setting up aggregates over them.
create or replace function check_ledger_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  p record;
  m record;
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
  for p in select unit, account, side, amount, wallet_id from ledger_postings where entry_id = new.id loop
    signed := case p.side when 'debit' then p.amount else -p.amount end;
    if p.unit = 'won' then
      won_sum := won_sum + signed;
      if p.account = 'gateway' then won := won + signed; end if;
    elsif p.unit = 'event' then
      event_sum := event_sum + signed;
      if p.account = 'wallet' then event := event - signed; end if;
    else
      paid_sum := paid_sum + signed;
      if p.account = 'wallet' then paid := paid - signed; end if;
      if p.account = 'issued' then issued := issued + signed; end if;
    end if;
    if p.wallet_id <> new.wallet_id then
      raise exception 'L3: entry % is not what was posted', new.id using errcode = 'check_violation';
    end if;
  end loop;
  if won_sum <> 0 or event_sum <> 0 or paid_sum <> 0 then
    raise exception 'L1: entry % does not balance', new.id using errcode = 'check_violation';
  end if;
  if won <> new.amount_krw or event <> new.event_point or paid <> new.paid_point then
    raise exception 'L3: entry % is not what was posted', new.id using errcode = 'check_violation';
  end if;
  for m in select x.change, x.lot_id, l.kind, l.wallet_id, l.entry_id, l.amount
    from point_lot_movements x join point_lots l on l.id = x.lot_id where x.entry_id = new.id loop
    if m.wallet_id <> new.wallet_id then
      raise exception 'L6: entry % is not what its lots gave', new.id using errcode = 'check_violation';
    end if;
    if m.kind = 'event' then event_moved := event_moved + m.change; else paid_moved := paid_moved + m.change; end if;
    if m.change > 0 and (m.entry_id <> new.id and not exists (select from point_lot_movements back
        where back.entry_id = new.reverses_entry_id and back.lot_id = m.lot_id and back.change = -m.change)
      or m.entry_id = new.id and m.change <> m.amount) then
      raise exception 'L7: entry % gives points to lots that they did not come from', new.id using errcode = 'check_violation';
    end if;
  end loop;
  if event_moved <> new.event_point or paid_moved <> new.paid_point then
    raise exception 'L6: entry % is not what its lots gave', new.id using errcode = 'check_violation';
  end if;
  if issued > 0 and not exists (select from orders o where o.id = new.order_id and o.wallet_id = new.wallet_id
    and o.kind = 'points' and o.status = 'paid' and o.point_amount = issued and o.amount = new.amount_krw
    and new.kind = 'top_up' and new.source_type = 'order' and new.source_id = o.id) then
    raise exception 'L8: entry % makes paid points without a top-up', new.id using errcode = 'check_violation';
  end if;
  if new.amount_krw > 0 and not exists (select from orders o where o.id = new.order_id and o.wallet_id = new.wallet_id
    and o.status = 'paid' and o.payment_method = 'card' and o.amount = new.amount_krw
    and new.source_type = 'order' and new.source_id = o.id) then
    raise exception 'P5: entry % takes won that nobody paid', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- P6 at commit: an order of an episode is paid and can be handed out if and only if there is a purchase of just that.
create or replace function check_entitlement() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ordered integer;
  wrong record;
begin
  if tg_table_name = 'orders' then ordered := new.id; else ordered := new.order_id; end if;
  select o.id as order_id, o.status, p.id, p.state, (p.wallet_id, p.episode_id, p.ownership_type_id)
      is distinct from (o.wallet_id, o.episode_id, o.ownership_type_id) as is_another
  into wrong
  from orders o left join purchases p on p.order_id = o.id
  where o.id = ordered
    and ((o.kind = 'episode' and o.status = 'paid' and o.undeliverable_reason is null) <> (p.id is not null and p.state <> 'refunded')
      or p.id is not null and (p.wallet_id, p.episode_id, p.ownership_type_id)
        is distinct from (o.wallet_id, o.episode_id, o.ownership_type_id));
  if not found then return null; end if;
  if wrong.id is not null and wrong.is_another then
    raise exception 'P6: purchase % is not what was ordered', wrong.id using errcode = 'check_violation';
  end if;
  raise exception 'P6: order % is %, and its purchase %', wrong.order_id, wrong.status, coalesce(wrong.state, 'absent')
    using errcode = 'check_violation';
end $$;
-- A purchase has the wallet and the episode of its order, which refers to them.
alter table purchases drop constraint purchases_wallet_id_fkey, drop constraint purchases_episode_id_fkey;

-- L2: what is posted is of an entry of the same transaction, which nothing can take away again.
create or replace function reject_late_posting() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from added left join ledger_entries e on e.id = added.entry_id
    where e.posted_xid is distinct from pg_current_xact_id()) then
    raise exception 'L2: nothing is added to an entry of another day' using errcode = 'check_violation';
  end if;
  return null;
end $$;
alter table ledger_postings drop constraint ledger_postings_entry_id_fkey;
alter table point_lot_movements drop constraint point_lot_movements_entry_id_fkey;
