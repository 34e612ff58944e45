-- Wallets, orders, the ledger, purchases, refunds and reconciliation. The rules stand in server/domains/transactions/index.ts and
-- hold for every role.

-- The account of a member, and the first lock of every transaction that moves money. It outlives the member, and
-- all rows below belong to it, so that the books are kept for five years without a name. Owner: transactions. The balances
-- are the sums of the ledger, maintained by triggers.
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
  -- 0009_subscriptions.sql.
  plan_id integer,
  plan_expires_at timestamptz,
  constraint wallets_plan_check check ((plan_id is null) = (plan_expires_at is null))
) with (fillfactor = 80);

-- Orders ------------------------------------------------------------------------------------------------------------

-- An order of an episode, of points or of a subscription period, paid by card or with points. Never deleted: its id
-- identifies it to the payment gateway. Owner: transactions.
create table orders (
  id bigint generated always as identity primary key,
  order_id text not null unique check (order_id ~ '^[A-Za-z0-9_-]{6,64}$'),
  wallet_id integer not null references wallets,
  -- The profile that bought an episode, whose taste it shows; null if it is deleted or none was selected.
  profile_id integer,
  kind text not null check (kind in ('episode', 'points', 'subscription')),
  status text not null default 'created'
    check (status in ('created', 'confirming', 'unknown', 'paid', 'failed', 'partially_cancelled', 'cancelled')),
  payment_method text not null check (payment_method in ('card', 'point')),
  -- As printed on the receipt; later changes of the catalogue do not change it.
  title text not null check (char_length(title) between 1 and 200),
  -- Computed by the server and final. Won for cards, points otherwise.
  amount integer not null check (amount between 1 and 10000000),
  currency text not null default 'KRW' check (currency = 'KRW'),
  -- The item: an episode and how it is owned, points and their bonus, or a period of a plan.
  episode_id integer references episodes,
  ownership_type_id smallint check (ownership_type_id in (2, 3)),
  point_amount integer check (point_amount between 1 and 10000000),
  point_bonus integer check (point_bonus between 0 and 10000000),
  -- Foreign keys of both in 0009_subscriptions.sql.
  plan_id integer,
  subscription_id integer,
  period_start timestamptz,
  -- The points that paid it.
  event_point integer not null default 0 check (event_point >= 0),
  paid_point integer not null default 0 check (paid_point >= 0),
  -- When both consents were given.
  consented_at timestamptz,
  created_at timestamptz not null,
  payment_expires_at timestamptz,
  -- When the intent was committed, before the call to the gateway, and how often the payment was read since.
  processing_started_at timestamptz,
  status_checks integer not null default 0,
  payment_key text check (char_length(payment_key) between 1 and 200),
  paid_at timestamptz,
  approval_number text,
  card text,
  receipt_url text,
  failure_code text check (char_length(failure_code) between 1 and 100),
  -- Why a paid order could not be delivered; it is cancelled automatically.
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
    and (status = 'partially_cancelled') = (cancelled_amount > 0 and cancelled_amount < amount)),
  constraint orders_profile_fkey foreign key (profile_id) references profiles on delete set null
);
-- One order in flight for each item.
create unique index orders_in_flight_episode on orders (wallet_id, episode_id)
  where kind = 'episode' and status in ('created', 'confirming', 'unknown');
create unique index orders_in_flight_points on orders (wallet_id, point_amount)
  where kind = 'points' and status in ('created', 'confirming', 'unknown');
-- One successful charge for each period, and one attempt at a time.
create unique index orders_period on orders (subscription_id, period_start)
  where subscription_id is not null and status <> 'failed';
-- A payment pays one order. A failed or unconfirmed order does not reserve the key: anyone may have seen it.
create unique index orders_payment on orders (payment_key)
  where status in ('paid', 'partially_cancelled', 'cancelled');
create index orders_unsettled on orders (processing_started_at) where status in ('confirming', 'unknown');
create index orders_awaiting_payment on orders (payment_expires_at) where status = 'created';
create index orders_wallet on orders (wallet_id, id);
create index orders_episode on orders (episode_id) where episode_id is not null;
create index orders_profile on orders (profile_id) where profile_id is not null;

-- The ledger: double entry with separate accounts for each unit -----------------------------------------------------

-- The posting of one cause in one wallet, with its effect on the member and the balances after it, so that a page of
-- a long history is one index scan. The ids of one wallet are in posting order. Owner: transactions. Append-only.
create table ledger_entries (
  id bigint generated always as identity primary key,
  wallet_id integer not null references wallets,
  kind text not null
    check (kind in ('purchase', 'top_up', 'subscription', 'refund', 'grant', 'expiry', 'correction')),
  source_type text not null check (source_type in ('order', 'request', 'refund', 'point_lot_movement', 'grant', 'entry')),
  source_id bigint not null,
  title text not null check (char_length(title) between 1 and 200),
  order_id bigint references orders,
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
-- Append-only.
create table ledger_postings (
  entry_id bigint not null,
  unit text not null check (unit in ('won', 'event', 'paid')),
  -- Won: held by the gateway, sold, or paid for points. Points: in the wallet, or where they came from or went. Points of
  -- a top-up that is being refunded are held in `refunding` until the gateway has cancelled the payment.
  account text not null,
  side text not null check (side in ('debit', 'credit')),
  amount integer not null check (amount between 1 and 10000000),
  wallet_id integer, -- for the account `wallet`
  primary key (entry_id, unit, account),
  constraint ledger_wallet_check check ((account = 'wallet') = (wallet_id is not null)),
  constraint ledger_account_check check (account = any (case unit
    when 'won' then array['gateway', 'sales', 'prepaid']
    when 'event' then array['wallet', 'granted', 'spent', 'expired', 'refunding']
    else array['wallet', 'issued', 'spent', 'expired', 'refunding'] end))
);
create index ledger_postings_wallet on ledger_postings (wallet_id, entry_id) where wallet_id is not null;

-- Points that were received together and expire together. `remaining` is the sum of its movements. Owner:
-- transactions.
create table point_lots (
  id bigint generated always as identity primary key,
  wallet_id integer not null references wallets,
  kind text not null check (kind in ('event', 'paid')),
  entry_id bigint not null references ledger_entries,
  -- The top-up.
  order_id bigint references orders,
  amount integer not null check (amount between 1 and 10000000),
  remaining integer not null default 0,
  expires_at timestamptz not null,
  -- When the member was notified that the points will expire.
  expiry_notified_at timestamptz,
  created_at timestamptz not null,
  constraint lot_remaining_check check (remaining between 0 and amount),
  unique (entry_id, kind)
) with (fillfactor = 80);
create index point_lots_spendable on point_lots (wallet_id, kind, expires_at, id) where remaining > 0;
create index point_lots_wallet on point_lots (wallet_id, id);
create index point_lots_expiry on point_lots (expires_at) where remaining > 0;
create index point_lots_unnotified on point_lots (expires_at) where remaining > 0 and expiry_notified_at is null;
create index point_lots_order on point_lots (order_id) where order_id is not null;

-- Points that an entry takes from a lot or adds to it. `reject_late_posting` replaces the foreign key on the entry. Owner:
-- transactions. Append-only.
create table point_lot_movements (
  id bigint generated always as identity primary key,
  entry_id bigint not null,
  lot_id bigint not null references point_lots,
  change integer not null check (change <> 0),
  unique (entry_id, lot_id)
);
create index point_lot_movements_lot on point_lot_movements (lot_id, id);

-- Event points that staff granted; the reason is in the audit log. Owner: transactions. Append-only.
create table point_grants (
  id bigint generated always as identity primary key,
  wallet_id integer not null references wallets,
  amount integer not null check (amount between 1 and 100000),
  created_at timestamptz not null,
  -- Hash of the staff member and the Idempotency-Key: a grant is not repeated even if the stored response is lost.
  idempotency_key_hash bytea unique check (octet_length(idempotency_key_hash) = 32)
);
create index on point_grants (wallet_id);

-- Purchases: the entitlements to bought and rented episodes ---------------------------------------------------------

-- A bought or rented episode. It entitles to playback as long as it is active. Owner: transactions.
create table purchases (
  id bigint generated always as identity primary key,
  -- Equal to the columns of the order, which has the foreign keys.
  wallet_id integer not null,
  episode_id integer not null,
  ownership_type_id smallint not null check (ownership_type_id in (2, 3)),
  order_id bigint not null unique references orders,
  state text not null default 'active' check (state in ('active', 'refunding', 'refunded', 'ended')),
  purchased_at timestamptz not null,
  -- The end of a rental, earlier once it was played.
  expires_at timestamptz,
  -- When more than the preview was first delivered. A refund and the first playback lock this row.
  first_used_at timestamptz,
  -- The order that ended the rental while it ran; null once the rental is restored.
  replaced_by_order_id bigint references orders,
  constraint purchases_expires_at_check check ((expires_at is null) = (ownership_type_id = 3))
);
create unique index purchases_one_active on purchases (wallet_id, episode_id) where state in ('active', 'refunding');
create index purchases_newest on purchases (wallet_id, purchased_at desc, id desc);
create index purchases_expiring on purchases (expires_at) where state = 'active' and expires_at is not null;
create index purchases_episode on purchases (episode_id);
create index purchases_replaced on purchases (replaced_by_order_id) where replaced_by_order_id is not null;

-- Refunds and payments that need a cancellation ---------------------------------------------------------------------

-- A refund of an order, fully or in part. Owner: transactions.
create table refunds (
  id bigint generated always as identity primary key,
  wallet_id integer not null references wallets,
  order_id bigint not null references orders,
  purchase_id bigint references purchases,
  kind text not null check (kind in ('episode', 'points', 'subscription')),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  -- `undeliverable`: automatic, because the order could not be delivered.
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
-- One for each purchase and subscription charge; for a top-up one at a time.
create unique index refunds_one_per_purchase on refunds (order_id) where kind <> 'points' and status <> 'failed';
create unique index refunds_one_at_a_time on refunds (order_id) where status = 'pending';
create index refunds_wallet on refunds (wallet_id, id);

-- A payment that refers to an order but does not match it: never posted, and cancelled automatically. The amount
-- is in the currency of the payment. Owner: transactions.
create table unmatched_payments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
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
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('refund', 'payment')),
  order_id bigint not null references orders,
  payment_key text not null,
  amount integer not null check (amount > 0),
  failure_code text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  note text check (char_length(note) between 1 and 500),
  constraint manual_case_note_check check ((closed_at is null) = (note is null))
);
create index manual_cases_open on manual_cases (id) where closed_at is null;

-- A call to the gateway that confirms or cancels a payment, with its own Idempotency-Key. The gateway repeats its
-- response to a key, errors included, for 15 days. After an error the payment is read, and only if the attempt had no
-- effect does the next one use a new key. Owner: transactions.
create table gateway_attempts (
  id bigint generated always as identity primary key,
  order_id bigint references orders,
  refund_id bigint references refunds,
  unmatched_payment_id bigint references unmatched_payments,
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

-- Reconciliation with the gateway ------------------------------------------------------------------------------

-- A comparison of the ledger with the gateway's transactions of a period. Owner: transactions. Append-only.
create table reconciliations (
  id bigint generated always as identity primary key,
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
  id bigint generated always as identity primary key,
  reconciliation_id bigint not null references reconciliations,
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
