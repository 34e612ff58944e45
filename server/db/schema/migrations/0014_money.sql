-- Money and points: who has them, every move of them, what was ordered and paid, and what was bought with it.

-- The account of a member, and the first lock of whatever moves money. It stays when he leaves (D-18): everything below
-- hangs on it and on nobody, so that five years of books hold without a name. Its figures are what the ledger adds up
-- to (L3); the triggers below alone move them.
create table wallets (
  id integer generated always as identity primary key,
  member_id integer unique references members on delete set null,
  -- Names the payer to the gateway, and means nothing elsewhere.
  customer_key text not null unique check (customer_key ~ '^[A-Za-z0-9_=.@-]{2,50}$'),
  event_point integer not null default 0 check (event_point >= 0),
  paid_point integer not null default 0 check (paid_point >= 0),
  -- How long its lists are: of ten million entries nobody counts one.
  entry_count integer not null default 0,
  point_posting_count integer not null default 0,
  -- When its books were last written: time never runs backwards in them.
  last_entry_at timestamptz not null,
  -- What the running subscription opens, and until when: the domain's subscriptions write it as they begin and end.
  plan_id integer references subscription_plans,
  plan_expires_at timestamptz check ((plan_id is null) = (plan_expires_at is null))
) with (fillfactor = 80);

-- D-51: what 대여 costs; null where it is not let.
alter table episodes add rental_price integer check (rental_price between 1 and 10000000);
alter table episodes add constraint free_has_no_rental_price check (not is_free or rental_price is null);

-- What a member set out to pay, by card or with points. Rows are never deleted: an id names an attempt at the gateway (P4).
create table orders (
  id integer generated always as identity primary key,
  order_id text not null unique check (order_id ~ '^[A-Za-z0-9_-]{6,64}$'),
  wallet_id integer not null references wallets,
  kind text not null check (kind in ('episode', 'points', 'subscription')),
  status text not null default 'created'
    check (status in ('created', 'confirming', 'unknown', 'paid', 'failed', 'partly_cancelled', 'cancelled')),
  payment_method text not null check (payment_method in ('card', 'point')),
  -- As it stands on receipts, whatever the catalogue says later.
  title text not null check (char_length(title) between 1 and 200),
  -- P1: from the server's own data, and never changed. Won by card, points with points.
  amount integer not null check (amount between 1 and 10000000),
  currency text not null default 'KRW' check (currency = 'KRW'),
  -- The item: an episode and how it is had (D-51), points and what comes on top (D-53), or a period of a plan.
  episode_id integer references episodes,
  ownership_type_id smallint check (ownership_type_id in (2, 3)),
  point_amount integer check (point_amount between 1 and 10000000),
  point_bonus integer check (point_bonus between 0 and 10000000),
  plan_id integer references subscription_plans,
  subscription_id integer,
  period_start timestamptz,
  -- Which points it was paid with.
  event_point integer not null default 0 check (event_point >= 0),
  paid_point integer not null default 0 check (paid_point >= 0),
  -- D-52: when both consents were given.
  consented_at timestamptz,
  created_at timestamptz not null,
  payment_expires_at timestamptz,
  -- When the intent was committed, before the gateway was asked (P3), and how often it told since how it stands.
  processing_started_at timestamptz,
  status_checks integer not null default 0,
  payment_key text check (char_length(payment_key) between 1 and 200),
  paid_at timestamptz,
  approval_number text,
  card text,
  receipt_url text,
  failure_code text check (char_length(failure_code) between 1 and 100),
  -- P8: why what was paid could not be handed out; then it is cancelled by itself.
  undeliverable_reason text check (undeliverable_reason in ('already_owned', 'not_deliverable')),
  cancelled_amount integer not null default 0 check (cancelled_amount between 0 and amount),
  constraint order_item_check check (case kind
    when 'episode' then episode_id is not null and ownership_type_id is not null
      and point_amount is null and plan_id is null
    when 'points' then payment_method = 'card' and point_amount is not null and point_bonus is not null
      and episode_id is null and plan_id is null
    else payment_method = 'card' and plan_id is not null and episode_id is null and point_amount is null
  end),
  constraint order_paid_with_points check (event_point + paid_point = case payment_method when 'point' then amount else 0 end),
  constraint order_paid_has_payment check (
    status not in ('paid', 'partly_cancelled', 'cancelled') or
    paid_at is not null and (payment_method = 'point' or payment_key is not null)),
  constraint order_failure_code_check check ((status = 'failed') = (failure_code is not null)),
  constraint order_cancelled_amount_check check (
    (status = 'cancelled') = (cancelled_amount = amount)
    and (status = 'partly_cancelled') = (cancelled_amount > 0 and cancelled_amount < amount))
);
-- P4: one in flight for each thing that can be paid.
create unique index orders_in_flight_episode on orders (wallet_id, episode_id)
  where kind = 'episode' and status in ('created', 'confirming', 'unknown');
create unique index orders_in_flight_points on orders (wallet_id, point_amount)
  where kind = 'points' and status in ('created', 'confirming', 'unknown');
-- S2: one successful charge a period, and one attempt at it at a time.
create unique index orders_period on orders (subscription_id, period_start)
  where subscription_id is not null and status <> 'failed';
-- A payment pays one order. Not while it is merely claimed: a key that somebody saw must not keep its owner out.
create unique index orders_payment on orders (payment_key)
  where status in ('paid', 'partly_cancelled', 'cancelled');
create index orders_unsettled on orders (processing_started_at) where status in ('confirming', 'unknown');
create index orders_waiting on orders (payment_expires_at) where status = 'created';
create index orders_wallet on orders (wallet_id, id);

-- P1 and P2. From `unknown` an order moves only with a later look at the gateway.
create function enforce_order_rules() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'P4: an order is never deleted' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'created' and not (new.status = 'paid' and new.payment_method = 'point') then
      raise exception 'P2: an order begins as created' using errcode = 'check_violation';
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
    raise exception 'P1: what an order is of, and by whom, is fixed' using errcode = 'check_violation';
  end if;
  if old.paid_at is not null and (old.payment_key, old.paid_at) is distinct from (new.payment_key, new.paid_at) then
    raise exception 'P1: what paid an order is fixed' using errcode = 'check_violation';
  end if;
  if new.cancelled_amount < old.cancelled_amount then
    raise exception 'P2: nothing that was cancelled comes back' using errcode = 'check_violation';
  end if;
  if old.status <> new.status and old.status || ' ' || new.status <> all (array[
    'created confirming', 'created failed', 'confirming paid', 'confirming failed', 'confirming unknown',
    'unknown paid', 'unknown failed', 'paid partly_cancelled', 'paid cancelled', 'partly_cancelled cancelled']) then
    raise exception 'P2: an order does not go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if old.status = 'unknown' and new.status <> 'unknown' and new.status_checks <= old.status_checks then
    raise exception 'P2: what is unknown is settled by reading' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger enforce_order_rules before insert or update or delete on orders for each row execute function enforce_order_rules();

-- The ledger: double entry, one set of accounts for each unit -----------------------------------------------------

-- An entry is one cause (L5), with what it moved for the member and what he had after it: a page of a long history is
-- one walk along an index. Ids of one wallet rise in the order of its books.
create table ledger_entries (
  id bigint generated always as identity primary key,
  wallet_id integer not null references wallets,
  kind text not null
    check (kind in ('purchase', 'top_up', 'subscription', 'refund', 'grant', 'expiry', 'correction')),
  source_type text not null check (source_type in ('order', 'refund', 'lot_move', 'grant', 'entry')),
  source_id bigint not null,
  title text not null check (char_length(title) between 1 and 200),
  order_id integer references orders,
  -- The entry that this one takes back, whole or in part.
  reverses_entry_id bigint references ledger_entries,
  -- Won that he paid, points that he got: below 0 where they went the other way.
  amount_krw integer not null default 0,
  event_point integer not null default 0,
  paid_point integer not null default 0,
  -- After it, and the transaction that booked it. The trigger's.
  event_balance integer not null default 0,
  paid_balance integer not null default 0,
  posted_xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null,
  constraint ledger_one_entry_per_cause unique (source_type, source_id, kind)
);
create index ledger_entries_wallet on ledger_entries (wallet_id, id);
-- Points that were spent come back once.
create unique index ledger_reversal_once on ledger_entries (reverses_entry_id) where event_point > 0 or paid_point > 0;

create table ledger_postings (
  entry_id bigint not null references ledger_entries,
  unit text not null check (unit in ('won', 'event', 'paid')),
  -- won: what the gateway holds for us, what we sold, what was paid for points; points: the member's wallet, and where
  -- they came from and went.
  account text not null,
  side text not null check (side in ('debit', 'credit')),
  amount integer not null check (amount between 1 and 10000000), -- L4
  -- Whose, on the account `wallet`.
  wallet_id integer check ((account = 'wallet') = (wallet_id is not null)),
  primary key (entry_id, unit, account),
  constraint ledger_accounts check (account = any (case unit
    when 'won' then array['gateway', 'sales', 'prepaid']
    when 'event' then array['wallet', 'granted', 'spent', 'expired']
    else array['wallet', 'issued', 'spent', 'expired'] end))
);
create index ledger_postings_wallet on ledger_postings (wallet_id, entry_id) where wallet_id is not null;

-- Points that came at once and lapse at once (D-54). What remains is what its moves add up to.
create table point_lots (
  id integer generated always as identity primary key,
  wallet_id integer not null references wallets,
  kind text not null check (kind in ('event', 'paid')),
  entry_id bigint not null references ledger_entries,
  -- Of the top-up that they came with.
  order_id integer references orders,
  amount integer not null check (amount between 1 and 10000000),
  remaining integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint lot_remaining_check check (remaining between 0 and amount), -- L6
  unique (entry_id, kind)
) with (fillfactor = 80);
create index point_lots_to_spend on point_lots (wallet_id, kind, expires_at, id) where remaining > 0;
create index point_lots_wallet on point_lots (wallet_id, id);
create index point_lots_expiry on point_lots (expires_at) where remaining > 0;
create index point_lots_order on point_lots (order_id) where order_id is not null;

create table point_lot_movements (
  id bigint generated always as identity primary key,
  entry_id bigint not null references ledger_entries,
  lot_id integer not null references point_lots,
  change integer not null check (change <> 0),
  unique (entry_id, lot_id)
);
create index point_lot_movements_lot on point_lot_movements (lot_id, id);

-- L2, for whoever writes: a mistake is corrected by another entry.
create function reject_mutation() returns trigger language plpgsql as $$
begin
  raise exception 'L2: % is only ever added to', tg_table_name using errcode = 'check_violation';
end $$;
create trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function reject_mutation();
create trigger append_only before update or delete or truncate on ledger_postings
  for each statement execute function reject_mutation();
create trigger append_only before update or delete or truncate on point_lot_movements
  for each statement execute function reject_mutation();

-- L3: the wallet follows its entries, and an entry carries what it left. Whoever posts holds the wallet's lock.
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

-- An entry is whole when it is committed: what it posts comes in its transaction, and is checked with it.
create function reject_late_posting() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from added join ledger_entries e on e.id = added.entry_id where e.posted_xid <> pg_current_xact_id()) then
    raise exception 'L2: nothing is added to an entry of another day' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger reject_late_posting after insert on ledger_postings referencing new table as added
  for each statement execute function reject_late_posting();
create trigger reject_late_posting after insert on point_lot_movements referencing new table as added
  for each statement execute function reject_late_posting();

create function update_lot_remaining() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update point_lots l set remaining = l.remaining + m.change from moved m where l.id = m.lot_id;
  return null;
end $$;
create trigger update_lot_remaining after insert on point_lot_movements referencing new table as moved
  for each statement execute function update_lot_remaining();

-- L1, L3, L6, L7, L8, of one entry with all that it posted, at commit.
create function check_ledger_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  e ledger_entries;
  posted record;
  moved record;
begin
  e := new;
  select
    coalesce(sum(signed) filter (where unit = 'won'), 0) as won_sum,
    coalesce(sum(signed) filter (where unit = 'event'), 0) as event_sum,
    coalesce(sum(signed) filter (where unit = 'paid'), 0) as paid_sum,
    coalesce(sum(signed) filter (where account = 'gateway'), 0) as won,
    coalesce(-sum(signed) filter (where account = 'wallet' and unit = 'event'), 0) as event,
    coalesce(-sum(signed) filter (where account = 'wallet' and unit = 'paid'), 0) as paid,
    coalesce(sum(signed) filter (where account = 'issued'), 0) as issued,
    coalesce(bool_and(wallet_id = e.wallet_id) filter (where wallet_id is not null), true) as is_his
  into posted
  from (select *, case side when 'debit' then amount else -amount end as signed
    from ledger_postings where entry_id = e.id) p;
  if posted.won_sum <> 0 or posted.event_sum <> 0 or posted.paid_sum <> 0 then
    raise exception 'L1: entry % does not balance', e.id using errcode = 'check_violation';
  end if;
  if (posted.won, posted.event, posted.paid) is distinct from (e.amount_krw, e.event_point, e.paid_point) or not posted.is_his then
    raise exception 'L3: entry % is not what was posted', e.id using errcode = 'check_violation';
  end if;
  select
    coalesce(sum(change) filter (where l.kind = 'event'), 0) as event,
    coalesce(sum(change) filter (where l.kind = 'paid'), 0) as paid,
    coalesce(bool_and(l.wallet_id = e.wallet_id), true) as is_his,
    coalesce(bool_and(case when l.entry_id = e.id then change = l.amount
      else exists (select from point_lot_movements back
        where back.entry_id = e.reverses_entry_id and back.lot_id = m.lot_id and back.change = -m.change) end)
      filter (where change > 0), true) as is_back
  into moved
  from point_lot_movements m join point_lots l on l.id = m.lot_id where m.entry_id = e.id;
  if (moved.event, moved.paid) is distinct from (e.event_point, e.paid_point) or not moved.is_his then
    raise exception 'L6: entry % is not what its lots gave', e.id using errcode = 'check_violation';
  end if;
  if not moved.is_back then
    raise exception 'L7: entry % gives points to lots that they did not come from', e.id using errcode = 'check_violation';
  end if;
  if posted.issued > 0 and not exists (select from orders o where o.id = e.order_id and o.wallet_id = e.wallet_id
    and o.kind = 'points' and o.status = 'paid' and o.point_amount = posted.issued and o.amount = e.amount_krw
    and e.kind = 'top_up' and e.source_type = 'order' and e.source_id = o.id) then
    raise exception 'L8: entry % makes paid points without a top-up', e.id using errcode = 'check_violation';
  end if;
  if e.amount_krw > 0 and not exists (select from orders o where o.id = e.order_id and o.wallet_id = e.wallet_id
    and o.status = 'paid' and o.payment_method = 'card' and o.amount = e.amount_krw
    and e.source_type = 'order' and e.source_id = o.id) then
    raise exception 'P5: entry % takes won that nobody paid', e.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger check_ledger_entry after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_entry();

-- What an episode was bought by: the entitlement itself (P6) ---------------------------------------------------------

create table purchases (
  id integer generated always as identity primary key,
  wallet_id integer not null references wallets,
  episode_id integer not null references episodes,
  ownership_type_id smallint not null check (ownership_type_id in (2, 3)),
  order_id integer not null unique references orders,
  state text not null default 'active' check (state in ('active', 'refunding', 'refunded', 'ended')),
  purchased_at timestamptz not null,
  -- D-51: a rental's end; sooner once it was begun.
  expires_at timestamptz check ((expires_at is null) = (ownership_type_id = 3)),
  -- D-42: when more than the preview was first handed out. A refund and the first playing lock this row (R3).
  first_used_at timestamptz
);
create unique index purchases_living on purchases (wallet_id, episode_id) where state in ('active', 'refunding');
create index purchases_newest on purchases (wallet_id, purchased_at desc, id desc);
create index purchases_ending on purchases (expires_at) where state = 'active' and expires_at is not null;

create function enforce_purchase_rules() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'P6: a purchase is never deleted' using errcode = 'check_violation';
  end if;
  if (old.wallet_id, old.episode_id, old.ownership_type_id, old.order_id, old.purchased_at)
    is distinct from (new.wallet_id, new.episode_id, new.ownership_type_id, new.order_id, new.purchased_at) then
    raise exception 'P1: what was bought is fixed' using errcode = 'check_violation';
  end if;
  if old.state <> new.state and old.state || ' ' || new.state <> all (array[
    'active refunding', 'active ended', 'refunding refunded', 'refunding active']) then
    raise exception 'P6: a purchase does not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if old.first_used_at is not null and new.first_used_at is distinct from old.first_used_at then
    raise exception 'R1: what was handed out stays so' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger enforce_purchase_rules before update or delete on purchases for each row execute function enforce_purchase_rules();

-- P6 at commit: an order of an episode is paid and can be handed out if and only if there is a purchase of it.
create function check_entitlement() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o orders;
  p purchases;
begin
  select * into o from orders where id = case tg_table_name when 'orders' then (to_jsonb(new) ->> 'id')::int
    else (to_jsonb(new) ->> 'order_id')::int end;
  select * into p from purchases where order_id = o.id;
  if p.id is not null and (p.wallet_id, p.episode_id, p.ownership_type_id)
    is distinct from (o.wallet_id, o.episode_id, o.ownership_type_id) then
    raise exception 'P6: purchase % is not what was ordered', p.id using errcode = 'check_violation';
  end if;
  if (o.kind = 'episode' and o.status = 'paid' and o.undeliverable_reason is null)
    <> (p.id is not null and p.state <> 'refunded') then
    raise exception 'P6: order % is %, and its purchase %', o.id, o.status, coalesce(p.state, 'absent')
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger check_entitlement after insert or update on orders
  deferrable initially deferred for each row when (new.kind = 'episode') execute function check_entitlement();
create constraint trigger check_entitlement after insert or update on purchases
  deferrable initially deferred for each row execute function check_entitlement();

-- Money and points that go back (D-55). Its id names the attempt at the gateway.
create table refunds (
  id integer generated always as identity primary key,
  wallet_id integer not null references wallets,
  order_id integer not null references orders,
  purchase_id integer references purchases,
  kind text not null check (kind in ('episode', 'points', 'subscription')),
  status text not null default 'reserved' check (status in ('reserved', 'settled', 'failed')),
  -- `void`: by itself, because what was paid could not be handed out (P8).
  reason text not null check (reason in ('requested', 'void', 'withdrawal', 'staff')),
  title text not null check (char_length(title) between 1 and 200),
  amount integer not null default 0 check (amount between 0 and 10000000),
  event_point integer not null default 0 check (event_point between 0 and 10000000),
  paid_point integer not null default 0 check (paid_point between 0 and 10000000),
  failure_code text check ((status = 'failed') = (failure_code is not null)),
  requested_at timestamptz not null,
  succeeded_at timestamptz check ((succeeded_at is not null) = (status = 'settled')),
  constraint refund_amount_check check (amount + event_point + paid_point > 0)
);
-- R2: one for each purchase and charge; of a top-up one at a time.
create unique index refunds_one_per_purchase on refunds (order_id) where kind <> 'points' and status <> 'failed';
create unique index refunds_one_at_a_time on refunds (order_id) where status = 'reserved';
create index refunds_wallet on refunds (wallet_id, id);

create function enforce_refund_rules() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (old.status <> 'reserved'
    or (old.wallet_id, old.order_id, old.purchase_id, old.kind, old.amount, old.event_point, old.paid_point)
      is distinct from (new.wallet_id, new.order_id, new.purchase_id, new.kind, new.amount, new.event_point, new.paid_point)))
  then
    raise exception 'R2: a refund is settled or fails once, and is kept' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger enforce_refund_rules before update or delete on refunds for each row execute function enforce_refund_rules();

-- D-06: what was answered to a key, so that the same request again is answered so, and done once. Swept after a day.
-- Unlogged: after a crash of the database a request that comes again is made again, and finds what it did before (P4).
create unlogged table idempotency_keys (
  member_id integer not null references members on delete cascade,
  key text not null check (char_length(key) between 1 and 200),
  -- Of method, address and body.
  request_hash bytea not null,
  -- JSON; null while it is being answered.
  response text,
  created_at timestamptz not null,
  primary key (member_id, key)
);
create index on idempotency_keys (created_at);

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on ledger_entries, ledger_postings, point_lot_movements from hanpyeon_app;
    revoke update, delete on wallets, point_lots from hanpyeon_app;
    -- To lock a wallet is to be allowed to write something of it.
    grant update (plan_id, plan_expires_at) on wallets to hanpyeon_app;
    revoke delete on orders, purchases, refunds from hanpyeon_app;
  end if;
end $$;

-- Until now nothing could move them: the wallet has them from here on.
alter table members drop column event_point, drop column paid_point;
