-- Wallets, orders, the ledger, purchases, refunds and reconciliation. The letters (P orders and payments, L ledger,
-- R refunds) number the rules of server/domains/transactions/index.ts; all rules hold for every role.

-- The account of a member, and the first lock of every transaction that moves money. It outlives the member (D-18), and
-- all rows below belong to it, so that the books are kept for five years without a name. Owner: transactions. The balances
-- are the sums of the ledger (L3), maintained by triggers.
create table wallets (
  id integer generated always as identity primary key,
  member_id integer unique references members on delete set null,
  -- Identifies the payer to the payment gateway only.
  customer_key text not null unique check (customer_key ~ '^[A-Za-z0-9_=.@-]{2,50}$'),
  event_point integer not null default 0 check (event_point >= 0),
  paid_point integer not null default 0 check (paid_point >= 0),
  -- The lengths of the wallet's lists, which saves counting their rows.
  entry_count integer not null default 0,
  point_posting_count integer not null default 0,
  -- Entries are never older than the one before them.
  last_entry_at timestamptz not null,
  -- The plan of the subscription and the end of its access; copied from `subscriptions`. Foreign key in
  -- 0008_subscriptions.sql.
  plan_id integer,
  plan_expires_at timestamptz,
  constraint wallets_plan_check check ((plan_id is null) = (plan_expires_at is null))
) with (fillfactor = 80);

-- Orders ------------------------------------------------------------------------------------------------------------

-- An order of an episode, of points or of a subscription period, paid by card or with points. Never deleted: its id
-- identifies it to the payment gateway (P4). Owner: transactions.
create table orders (
  id integer generated always as identity primary key,
  order_id text not null unique check (order_id ~ '^[A-Za-z0-9_-]{6,64}$'),
  wallet_id integer not null references wallets,
  kind text not null check (kind in ('episode', 'points', 'subscription')),
  status text not null default 'created'
    check (status in ('created', 'confirming', 'unknown', 'paid', 'failed', 'partially_cancelled', 'cancelled')),
  payment_method text not null check (payment_method in ('card', 'point')),
  -- As printed on the receipt; later changes of the catalogue do not change it.
  title text not null check (char_length(title) between 1 and 200),
  -- Computed by the server and final (P1). Won for cards, points otherwise.
  amount integer not null check (amount between 1 and 10000000),
  currency text not null default 'KRW' check (currency = 'KRW'),
  -- The item: an episode and how it is owned (D-51), points and their bonus (D-53), or a period of a plan.
  episode_id integer references episodes,
  ownership_type_id smallint check (ownership_type_id in (2, 3)),
  point_amount integer check (point_amount between 1 and 10000000),
  point_bonus integer check (point_bonus between 0 and 10000000),
  -- Foreign keys of both in 0008_subscriptions.sql.
  plan_id integer,
  subscription_id integer,
  period_start timestamptz,
  -- The points that paid it.
  event_point integer not null default 0 check (event_point >= 0),
  paid_point integer not null default 0 check (paid_point >= 0),
  -- When both consents were given (D-52).
  consented_at timestamptz,
  created_at timestamptz not null,
  payment_expires_at timestamptz,
  -- When the intent was committed, before the call to the gateway (P3), and how often the payment was read since.
  processing_started_at timestamptz,
  status_checks integer not null default 0,
  payment_key text check (char_length(payment_key) between 1 and 200),
  paid_at timestamptz,
  approval_number text,
  card text,
  receipt_url text,
  failure_code text check (char_length(failure_code) between 1 and 100),
  -- Why a paid order could not be delivered; it is cancelled automatically (P8).
  undeliverable_reason text check (undeliverable_reason in ('already_owned', 'not_deliverable')),
  cancelled_amount integer not null default 0,
  constraint order_item_check check (case kind
    when 'episode' then episode_id is not null and ownership_type_id is not null
      and point_amount is null and plan_id is null
    when 'points' then payment_method = 'card' and point_amount is not null and point_bonus is not null
      and episode_id is null and plan_id is null
    else payment_method = 'card' and plan_id is not null and episode_id is null and point_amount is null
  end),
  constraint order_points_check check (event_point + paid_point = case payment_method when 'point' then amount else 0 end),
  constraint order_payment_check check (
    status not in ('paid', 'partially_cancelled', 'cancelled') or
    paid_at is not null and (payment_method = 'point' or payment_key is not null)),
  constraint order_failure_code_check check ((status = 'failed') = (failure_code is not null)),
  constraint order_cancelled_amount_range_check check (cancelled_amount between 0 and amount),
  constraint order_cancelled_amount_check check (
    (status = 'cancelled') = (cancelled_amount = amount)
    and (status = 'partially_cancelled') = (cancelled_amount > 0 and cancelled_amount < amount))
);
-- P4: one order in flight for each item.
create unique index orders_in_flight_episode on orders (wallet_id, episode_id)
  where kind = 'episode' and status in ('created', 'confirming', 'unknown');
create unique index orders_in_flight_points on orders (wallet_id, point_amount)
  where kind = 'points' and status in ('created', 'confirming', 'unknown');
-- S2: one successful charge for each period, and one attempt at a time.
create unique index orders_period on orders (subscription_id, period_start)
  where subscription_id is not null and status <> 'failed';
-- A payment pays one order. A failed or unconfirmed order does not reserve the key: anyone may have seen it.
create unique index orders_payment on orders (payment_key)
  where status in ('paid', 'partially_cancelled', 'cancelled');
create index orders_unsettled on orders (processing_started_at) where status in ('confirming', 'unknown');
create index orders_awaiting_payment on orders (payment_expires_at) where status = 'created';
create index orders_wallet on orders (wallet_id, id);
create index orders_episode on orders (episode_id) where episode_id is not null;

create function enforce_order_rules() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'P4: an order cannot be deleted' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'created' and not (new.status = 'paid' and new.payment_method = 'point') then
      raise exception 'P2: a new order must have status created' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (old.order_id, old.wallet_id, old.kind, old.payment_method, old.title, old.amount, old.currency, old.episode_id,
      old.ownership_type_id, old.point_amount, old.point_bonus, old.plan_id, old.subscription_id, old.period_start,
      old.event_point, old.paid_point, old.created_at)
    is distinct from
     (new.order_id, new.wallet_id, new.kind, new.payment_method, new.title, new.amount, new.currency, new.episode_id,
      new.ownership_type_id, new.point_amount, new.point_bonus, new.plan_id, new.subscription_id, new.period_start,
      new.event_point, new.paid_point, new.created_at) then
    raise exception 'P1: the item, price and wallet of an order cannot change' using errcode = 'check_violation';
  end if;
  if old.paid_at is not null and (old.payment_key, old.paid_at) is distinct from (new.payment_key, new.paid_at) then
    raise exception 'P1: the payment of an order cannot change' using errcode = 'check_violation';
  end if;
  if new.cancelled_amount < old.cancelled_amount then
    raise exception 'P2: the cancelled amount cannot decrease' using errcode = 'check_violation';
  end if;
  if old.status <> new.status and old.status || ' ' || new.status <> all (array[
    'created confirming', 'created failed', 'confirming paid', 'confirming failed', 'confirming unknown',
    'unknown paid', 'unknown failed', 'paid partially_cancelled', 'paid cancelled', 'partially_cancelled cancelled']) then
    raise exception 'P2: the status of an order cannot change from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  -- An uncertain payment is resolved by reading it from the gateway.
  if old.status = 'unknown' and new.status <> 'unknown' and new.status_checks <= old.status_checks then
    raise exception 'P2: an unknown order changes only after another status check' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger enforce_order_rules before insert or update or delete on orders for each row execute function enforce_order_rules();

-- The time of consent proves it (D-52).
create function enforce_consent_immutable() returns trigger language plpgsql as $$
begin
  raise exception 'P1: the consent time of an order cannot change' using errcode = 'check_violation';
end $$;
create trigger enforce_consent_immutable before update of consented_at on orders
  for each row when (old.consented_at is distinct from new.consented_at)
  execute function enforce_consent_immutable();

-- The ledger: double entry with separate accounts for each unit -----------------------------------------------------

-- The posting of one cause (L5) in one wallet, with its effect on the member and the balances after it, so that a page of
-- a long history is one index scan. The ids of one wallet are in posting order. Owner: transactions. Append-only (L2).
create table ledger_entries (
  id bigint generated always as identity primary key,
  wallet_id integer not null references wallets,
  kind text not null
    check (kind in ('purchase', 'top_up', 'subscription', 'refund', 'grant', 'expiry', 'correction')),
  source_type text not null check (source_type in ('order', 'request', 'refund', 'point_lot_movement', 'grant', 'entry')),
  source_id bigint not null,
  title text not null check (char_length(title) between 1 and 200),
  order_id integer references orders,
  -- The entry that this one reverses, fully or in part.
  reverses_entry_id bigint references ledger_entries,
  -- Won that the member paid and points that the member received; negative in the other direction.
  amount_krw integer not null default 0,
  event_point integer not null default 0,
  paid_point integer not null default 0,
  -- Balances after the entry and the transaction that posted it; set by a trigger.
  event_balance integer not null default 0,
  paid_balance integer not null default 0,
  posted_xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null,
  constraint ledger_one_entry_per_source unique (source_type, source_id, kind)
);
create index ledger_entries_wallet on ledger_entries (wallet_id, id);
create index ledger_entries_amount_krw on ledger_entries (created_at) where amount_krw <> 0;
create index ledger_entries_order on ledger_entries (order_id) where amount_krw <> 0;
-- Spent points are returned once.
create unique index ledger_reversal_once on ledger_entries (reverses_entry_id) where event_point > 0 or paid_point > 0;

-- A debit or credit of an entry. `reject_late_posting` replaces the foreign key on the entry. Owner: transactions.
-- Append-only (L2).
create table ledger_postings (
  entry_id bigint not null,
  unit text not null check (unit in ('won', 'event', 'paid')),
  -- Won: held by the gateway, sold, or paid for points. Points: in the wallet, or where they came from or went. Points of
  -- a top-up that is being refunded are held in `refunding` until the gateway has cancelled the payment (D-55, R4).
  account text not null,
  side text not null check (side in ('debit', 'credit')),
  amount integer not null check (amount between 1 and 10000000), -- L4
  wallet_id integer, -- for the account `wallet`
  primary key (entry_id, unit, account),
  constraint ledger_wallet_check check ((account = 'wallet') = (wallet_id is not null)),
  constraint ledger_account_check check (account = any (case unit
    when 'won' then array['gateway', 'sales', 'prepaid']
    when 'event' then array['wallet', 'granted', 'spent', 'expired', 'refunding']
    else array['wallet', 'issued', 'spent', 'expired', 'refunding'] end))
);
create index ledger_postings_wallet on ledger_postings (wallet_id, entry_id) where wallet_id is not null;

-- Points that were received together and expire together (D-54). `remaining` is the sum of its movements. Owner:
-- transactions.
create table point_lots (
  id integer generated always as identity primary key,
  wallet_id integer not null references wallets,
  kind text not null check (kind in ('event', 'paid')),
  entry_id bigint not null references ledger_entries,
  -- The top-up.
  order_id integer references orders,
  amount integer not null check (amount between 1 and 10000000),
  remaining integer not null default 0,
  expires_at timestamptz not null,
  -- When the member was notified that the points will expire.
  expiry_notified_at timestamptz,
  created_at timestamptz not null,
  constraint lot_remaining_check check (remaining between 0 and amount), -- L6
  unique (entry_id, kind)
) with (fillfactor = 80);
create index point_lots_spendable on point_lots (wallet_id, kind, expires_at, id) where remaining > 0;
create index point_lots_wallet on point_lots (wallet_id, id);
create index point_lots_expiry on point_lots (expires_at) where remaining > 0;
create index point_lots_unnotified on point_lots (expires_at) where remaining > 0 and expiry_notified_at is null;
create index point_lots_order on point_lots (order_id) where order_id is not null;

-- Points that an entry takes from a lot or adds to it. `reject_late_posting` replaces the foreign key on the entry. Owner:
-- transactions. Append-only (L2).
create table point_lot_movements (
  id bigint generated always as identity primary key,
  entry_id bigint not null,
  lot_id integer not null references point_lots,
  change integer not null check (change <> 0),
  unique (entry_id, lot_id)
);
create index point_lot_movements_lot on point_lot_movements (lot_id, id);

-- Event points that staff granted (D-80, L8); the reason is in the audit log. Owner: transactions. Append-only.
create table point_grants (
  id integer generated always as identity primary key,
  wallet_id integer not null references wallets,
  amount integer not null check (amount between 1 and 100000),
  created_at timestamptz not null,
  -- Hash of the staff member and the Idempotency-Key (D-06): a grant is not repeated even if the stored response is lost.
  idempotency_key_hash bytea unique check (octet_length(idempotency_key_hash) = 32)
);
create index on point_grants (wallet_id);

-- L2: mistakes are corrected by another entry.
create function reject_mutation() returns trigger language plpgsql as $$
begin
  raise exception 'L2: % is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function reject_mutation();
create trigger append_only before update or delete or truncate on ledger_postings
  for each statement execute function reject_mutation();
create trigger append_only before update or delete or truncate on point_lot_movements
  for each statement execute function reject_mutation();
create trigger append_only before update or delete or truncate on point_grants
  for each statement execute function reject_mutation();

-- L3: adds an entry to the balances of its wallet and stores the result in the entry. The caller holds the wallet's lock.
create function update_wallet_balance() returns trigger
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
create trigger update_wallet_balance before insert on ledger_entries for each row execute function update_wallet_balance();

-- L2: postings and movements belong to an entry of the same transaction, so a committed entry is complete.
create function reject_late_posting() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from new_rows left join ledger_entries e on e.id = new_rows.entry_id
    where e.posted_xid is distinct from pg_current_xact_id()) then
    raise exception 'L2: a posting must belong to an entry of the same transaction' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger reject_late_posting after insert on ledger_postings referencing new table as new_rows
  for each statement execute function reject_late_posting();
create trigger reject_late_posting after insert on point_lot_movements referencing new table as new_rows
  for each statement execute function reject_late_posting();

create function update_lot_remaining() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update point_lots l set remaining = l.remaining + m.change from new_rows m where l.id = m.lot_id;
  return null;
end $$;
create trigger update_lot_remaining after insert on point_lot_movements referencing new table as new_rows
  for each statement execute function update_lot_remaining();

-- Checks L1, L3, L6, L7 and L8 of an entry with its postings and movements at commit. A loop over the few rows costs a
-- fraction of aggregate queries.
create function check_ledger_entry() returns trigger
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
      raise exception 'L3: entry % does not match its postings', new.id using errcode = 'check_violation';
    end if;
  end loop;
  if won_sum <> 0 or event_sum <> 0 or paid_sum <> 0 then
    raise exception 'L1: entry % does not balance', new.id using errcode = 'check_violation';
  end if;
  if won <> new.amount_krw or event <> new.event_point or paid <> new.paid_point then
    raise exception 'L3: entry % does not match its postings', new.id using errcode = 'check_violation';
  end if;
  for movement in select x.change, x.lot_id, l.kind, l.wallet_id, l.entry_id, l.amount
    from point_lot_movements x join point_lots l on l.id = x.lot_id where x.entry_id = new.id loop
    if movement.wallet_id <> new.wallet_id then
      raise exception 'L6: entry % does not match its lot movements', new.id using errcode = 'check_violation';
    end if;
    if movement.kind = 'event' then event_moved := event_moved + movement.change; else paid_moved := paid_moved + movement.change; end if;
    if movement.change > 0 and (movement.entry_id <> new.id and not exists (select from point_lot_movements spent
        where spent.entry_id = new.reverses_entry_id and spent.lot_id = movement.lot_id and spent.change = -movement.change)
      or movement.entry_id = new.id and movement.change <> movement.amount) then
      raise exception 'L7: entry % returns points to a lot that they did not come from', new.id using errcode = 'check_violation';
    end if;
  end loop;
  if event_moved <> new.event_point or paid_moved <> new.paid_point then
    raise exception 'L6: entry % does not match its lot movements', new.id using errcode = 'check_violation';
  end if;
  if issued > 0 and not exists (select from orders o where o.id = new.order_id and o.wallet_id = new.wallet_id
    and o.kind = 'points' and o.status = 'paid' and o.point_amount = issued and o.amount = new.amount_krw
    and new.kind = 'top_up' and new.source_type = 'order' and new.source_id = o.id) then
    raise exception 'L8: entry % issues paid points without a paid top-up', new.id using errcode = 'check_violation';
  end if;
  if new.amount_krw > 0 and not exists (select from orders o where o.id = new.order_id and o.wallet_id = new.wallet_id
    and o.status = 'paid' and o.payment_method = 'card' and o.amount = new.amount_krw
    and new.source_type = 'order' and new.source_id = o.id) then
    raise exception 'P5: entry % posts won without a paid order', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger check_ledger_entry after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_entry();

-- Purchases: the entitlements to bought and rented episodes ---------------------------------------------------------

-- A bought or rented episode. It entitles to playback as long as it is active (P6). Owner: transactions.
create table purchases (
  id integer generated always as identity primary key,
  -- Equal to the columns of the order, which has the foreign keys (P6).
  wallet_id integer not null,
  episode_id integer not null,
  ownership_type_id smallint not null check (ownership_type_id in (2, 3)),
  order_id integer not null unique references orders,
  state text not null default 'active' check (state in ('active', 'refunding', 'refunded', 'ended')),
  purchased_at timestamptz not null,
  -- The end of a rental (D-51), earlier once it was played.
  expires_at timestamptz,
  -- When more than the preview was first delivered (D-42). A refund and the first playback lock this row (R3).
  first_used_at timestamptz,
  constraint purchases_expires_at_check check ((expires_at is null) = (ownership_type_id = 3))
);
create unique index purchases_one_active on purchases (wallet_id, episode_id) where state in ('active', 'refunding');
create index purchases_newest on purchases (wallet_id, purchased_at desc, id desc);
create index purchases_expiring on purchases (expires_at) where state = 'active' and expires_at is not null;
create index purchases_episode on purchases (episode_id);

create function enforce_purchase_rules() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'P6: a purchase cannot be deleted' using errcode = 'check_violation';
  end if;
  if (old.wallet_id, old.episode_id, old.ownership_type_id, old.order_id, old.purchased_at)
    is distinct from (new.wallet_id, new.episode_id, new.ownership_type_id, new.order_id, new.purchased_at) then
    raise exception 'P1: the item of a purchase cannot change' using errcode = 'check_violation';
  end if;
  -- An ended rental is refunded by staff only and needs no `refunding`: there is no access to suspend.
  if old.state <> new.state and old.state || ' ' || new.state <> all (array[
    'active refunding', 'active ended', 'refunding refunded', 'refunding active', 'ended refunded']) then
    raise exception 'P6: the state of a purchase cannot change from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if old.first_used_at is not null and new.first_used_at is distinct from old.first_used_at then
    raise exception 'R1: the first use of a purchase cannot change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger enforce_purchase_rules before update or delete on purchases for each row execute function enforce_purchase_rules();

-- P6 at commit: an episode order is paid and deliverable if and only if it has a purchase of the same item.
create function check_entitlement() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  checked_order_id integer;
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
    raise exception 'P6: purchase % does not match its order', violation.id using errcode = 'check_violation';
  end if;
  raise exception 'P6: order % is % but its purchase is %', violation.order_id, violation.status, coalesce(violation.state, 'absent')
    using errcode = 'check_violation';
end $$;
create constraint trigger check_entitlement after insert or update on orders
  deferrable initially deferred for each row when (new.kind = 'episode') execute function check_entitlement();
create constraint trigger check_entitlement after insert or update on purchases
  deferrable initially deferred for each row execute function check_entitlement();

-- Refunds and payments that need a cancellation ---------------------------------------------------------------------

-- A refund of an order, fully or in part (D-55). Owner: transactions.
create table refunds (
  id integer generated always as identity primary key,
  wallet_id integer not null references wallets,
  order_id integer not null references orders,
  purchase_id integer references purchases,
  kind text not null check (kind in ('episode', 'points', 'subscription')),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  -- `undeliverable`: automatic, because the order could not be delivered (P8).
  reason text not null check (reason in ('requested', 'undeliverable', 'account_deletion', 'staff')),
  title text not null check (char_length(title) between 1 and 200),
  amount integer not null default 0 check (amount between 0 and 10000000),
  event_point integer not null default 0 check (event_point between 0 and 10000000),
  paid_point integer not null default 0 check (paid_point between 0 and 10000000),
  failure_code text,
  requested_at timestamptz not null,
  succeeded_at timestamptz,
  constraint refund_amount_check check (amount + event_point + paid_point > 0),
  constraint refund_failure_code_check check ((status = 'failed') = (failure_code is not null)),
  constraint refund_succeeded_at_check check ((succeeded_at is not null) = (status = 'succeeded'))
);
-- R2: one for each purchase and subscription charge; for a top-up one at a time.
create unique index refunds_one_per_purchase on refunds (order_id) where kind <> 'points' and status <> 'failed';
create unique index refunds_one_at_a_time on refunds (order_id) where status = 'pending';
create index refunds_wallet on refunds (wallet_id, id);

create function enforce_refund_rules() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (old.status <> 'pending'
    or (old.wallet_id, old.order_id, old.purchase_id, old.kind, old.amount, old.event_point, old.paid_point)
      is distinct from (new.wallet_id, new.order_id, new.purchase_id, new.kind, new.amount, new.event_point, new.paid_point)))
  then
    raise exception 'R2: a refund settles or fails once and is final' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger enforce_refund_rules before update or delete on refunds for each row execute function enforce_refund_rules();

-- A payment that refers to an order but does not match it (P5, P8): never posted, and cancelled automatically. The amount
-- is in the currency of the payment. Owner: transactions.
create table unmatched_payments (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  payment_key text not null unique check (char_length(payment_key) between 1 and 200),
  amount integer not null check (amount > 0),
  status text not null default 'pending' check (status in ('pending', 'cancelled', 'refused')),
  failure_code text,
  detected_at timestamptz not null,
  cancelled_at timestamptz,
  constraint unmatched_payments_failure_code_check check ((status = 'refused') = (failure_code is not null)),
  constraint unmatched_payments_cancelled_at_check check ((cancelled_at is not null) = (status = 'cancelled'))
);
create index unmatched_payments_order on unmatched_payments (order_id);
create index unmatched_payments_pending on unmatched_payments (detected_at) where status = 'pending';

-- Money that the gateway refuses to return and that no member can request again. An operator resolves it and closes the
-- case with a note. Owner: transactions.
create table manual_cases (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('refund', 'payment')),
  order_id integer not null references orders,
  payment_key text not null,
  amount integer not null check (amount > 0),
  failure_code text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  note text check (char_length(note) between 1 and 500),
  constraint manual_case_note_check check ((closed_at is null) = (note is null))
);
create index manual_cases_open on manual_cases (id) where closed_at is null;

-- A call to the gateway that confirms or cancels a payment, with its own Idempotency-Key (R5). The gateway repeats its
-- response to a key, errors included, for 15 days. After an error the payment is read, and only if the attempt had no
-- effect does the next one use a new key. Owner: transactions.
create table gateway_attempts (
  id integer generated always as identity primary key,
  order_id integer references orders,
  refund_id integer references refunds,
  unmatched_payment_id integer references unmatched_payments,
  attempt smallint not null check (attempt >= 1),
  idempotency_key text not null unique check (char_length(idempotency_key) between 1 and 300),
  -- `open`: the call may have been sent. `errored`: the response was an error, and the payment has not been read since.
  -- `no_effect`: the payment is unchanged for good. `succeeded`: the call had its effect.
  state text not null default 'open' check (state in ('open', 'errored', 'no_effect', 'succeeded')),
  error_code text check (char_length(error_code) between 1 and 200),
  started_at timestamptz not null,
  ended_at timestamptz,
  constraint gateway_attempts_target_check check (num_nonnulls(order_id, refund_id, unmatched_payment_id) = 1),
  constraint gateway_attempts_errored_check check (state <> 'errored' or error_code is not null),
  constraint gateway_attempts_ended_at_check check ((ended_at is not null) = (state in ('no_effect', 'succeeded'))),
  unique (order_id, attempt),
  unique (refund_id, attempt),
  unique (unmatched_payment_id, attempt)
);
-- At most one attempt that has, or may have, an effect.
create unique index gateway_attempts_one_live_order on gateway_attempts (order_id) where state <> 'no_effect';
create unique index gateway_attempts_one_live_refund on gateway_attempts (refund_id) where state <> 'no_effect';
create unique index gateway_attempts_one_live_unmatched on gateway_attempts (unmatched_payment_id) where state <> 'no_effect';

create function enforce_gateway_attempt_rules() returns trigger language plpgsql as $$
declare
  is_unsettled boolean;
begin
  if tg_op = 'DELETE' then
    raise exception 'R5: an attempt cannot be deleted' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' then
    if old.state in ('no_effect', 'succeeded') or (old.state = 'errored' and new.state = 'open')
      or (old.order_id, old.refund_id, old.unmatched_payment_id, old.attempt, old.idempotency_key, old.started_at)
        is distinct from (new.order_id, new.refund_id, new.unmatched_payment_id, new.attempt, new.idempotency_key, new.started_at)
    then
      raise exception 'R5: an attempt ends once and its target cannot change' using errcode = 'check_violation';
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
    raise exception 'R5: a settled target cannot be attempted again' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger enforce_gateway_attempt_rules before insert or update or delete on gateway_attempts
  for each row execute function enforce_gateway_attempt_rules();

-- Ends the live attempt in the transaction that settles its target.
create function end_gateway_attempts() returns trigger language plpgsql as $$
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
create trigger end_gateway_attempts after update of status on orders for each row
  when (old.status in ('confirming', 'unknown') and new.status in ('paid', 'failed')) execute function end_gateway_attempts();
create trigger end_gateway_attempts after update of status on refunds for each row
  when (old.status = 'pending' and new.status <> 'pending') execute function end_gateway_attempts();
create trigger end_gateway_attempts after update of status on unmatched_payments for each row
  when (old.status = 'pending' and new.status <> 'pending') execute function end_gateway_attempts();

-- Reconciliation with the gateway (P9) ------------------------------------------------------------------------------

-- A comparison of the ledger with the gateway's transactions of a period. Owner: transactions. Append-only.
create table reconciliations (
  id integer generated always as identity primary key,
  -- By the gateway's clock: `from_at` is included, `to_at` is not.
  from_at timestamptz not null,
  to_at timestamptz not null,
  run_at timestamptz not null,
  -- Whether it is the automatic one of a day; others are run by an operator.
  is_daily boolean not null,
  gateway_count integer not null check (gateway_count >= 0),
  entry_count integer not null check (entry_count >= 0),
  constraint reconciliations_period_check check (to_at > from_at)
);
create unique index reconciliations_daily on reconciliations (to_at) where is_daily;

-- A transaction on which gateway and ledger differ. The compared periods overlap; a known difference is not stored again.
-- Owner: transactions. Append-only.
create table reconciliation_differences (
  id integer generated always as identity primary key,
  reconciliation_id integer not null references reconciliations,
  kind text not null check (kind in ('not_booked', 'not_at_gateway', 'amount', 'foreign', 'under_way')),
  movement text not null check (movement in ('payment', 'cancel', 'other')),
  order_id text not null,
  transaction_key text,
  entry_id bigint references ledger_entries,
  -- Won, always positive; null on the side without the transaction.
  gateway_amount integer,
  ledger_amount integer,
  at timestamptz not null
);
create index reconciliation_differences_reconciliation on reconciliation_differences (reconciliation_id);
create index reconciliation_differences_order on reconciliation_differences (order_id);
create trigger append_only before update or delete or truncate on reconciliations
  for each statement execute function reject_mutation();
create trigger append_only before update or delete or truncate on reconciliation_differences
  for each statement execute function reject_mutation();

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on ledger_entries, ledger_postings, point_lot_movements, point_grants, wallets, point_lots,
      reconciliations, reconciliation_differences from hanpyeon_app;
    -- Locking a wallet needs the privilege to update one of its columns.
    grant update (plan_id, plan_expires_at) on wallets to hanpyeon_app;
    grant update (expiry_notified_at) on point_lots to hanpyeon_app;
    revoke delete on orders, purchases, refunds, unmatched_payments, manual_cases, gateway_attempts from hanpyeon_app;
  end if;
end $$;
