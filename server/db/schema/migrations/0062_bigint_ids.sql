-- Ids of rows that people make again and again are bigint, with every column that refers to them. Ids of the catalogue, of accounts
-- (members, profiles, wallets, subscriptions) and of what staff make stay integer. Rewrites the tables: no server runs meanwhile.

alter table messages alter column id type bigint;
alter table marketing_recipients alter column message_id type bigint;

-- Accounts
alter table consents alter column id type bigint;
alter table sessions alter column id type bigint;
alter table verification_codes alter column session_id type bigint;
alter table active_streams alter column session_id type bigint;
alter table password_reset_links alter column id type bigint;
alter table passkeys alter column id type bigint;
alter table account_deletion_surveys alter column id type bigint;

-- Likes and reviews
alter table likes alter column id type bigint;
alter table reviews alter column id type bigint;
alter table replaced_reviews alter column id type bigint;
alter table hidden_reviews
  alter column id type bigint,
  alter column review_id type bigint;
alter table review_helpfuls alter column review_id type bigint;
alter table review_reports alter column review_id type bigint;

-- Inquiries
alter table inquiries alter column id type bigint;
alter table archive.inquiries alter column id type bigint;

-- Orders, the ledger, purchases and refunds
alter table orders alter column id type bigint;
alter table ledger_entries alter column order_id type bigint;
alter table point_lots
  alter column id type bigint,
  alter column order_id type bigint;
alter table point_lot_movements alter column lot_id type bigint;
alter table point_grants alter column id type bigint;
alter table purchases
  alter column id type bigint,
  alter column order_id type bigint,
  alter column replaced_by_order_id type bigint;
alter table refunds
  alter column id type bigint,
  alter column order_id type bigint,
  alter column purchase_id type bigint;
alter table unmatched_payments
  alter column id type bigint,
  alter column order_id type bigint;
alter table manual_cases
  alter column id type bigint,
  alter column order_id type bigint;
alter table gateway_attempts
  alter column id type bigint,
  alter column order_id type bigint,
  alter column refund_id type bigint,
  alter column unmatched_payment_id type bigint;
alter table reconciliations alter column id type bigint;
alter table reconciliation_differences
  alter column id type bigint,
  alter column reconciliation_id type bigint;

-- Subscriptions. A generated column keeps the type of what it reads, so it is made again.
alter table billing_cards alter column id type bigint;
alter table subscriptions drop column next_action_at;
alter table subscriptions
  alter column order_id type bigint,
  alter column pending_order_id type bigint;
alter table subscriptions add column next_action_at timestamptz generated always as (
  case
    when pending_order_id is not null then null
    when status = 'active' then period_start(billing_cycle_anchor, period_index + 1)
    when status = 'past_due' and auto_renew then next_retry_at
    when status = 'past_due' then grace_period_end(period_start(billing_cycle_anchor, period_index + 1))
  end) stored;
create index subscriptions_due on subscriptions (next_action_at, id) where next_action_at is not null;
alter table subscription_charges
  alter column order_id type bigint,
  alter column card_id type bigint,
  alter column previous_order_id type bigint;

-- P6 at commit: an episode order is paid and deliverable if and only if it has a purchase of the same item.
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
    raise exception 'P6: purchase % does not match its order', violation.id using errcode = 'check_violation';
  end if;
  raise exception 'P6: order % is % but its purchase is %', violation.order_id, violation.status, coalesce(violation.state, 'absent')
    using errcode = 'check_violation';
end $$;

-- A payload of NOTIFY has fewer than 8,000 bytes, and an id up to 16 digits.
create or replace function notify_sessions_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', string_agg(id::text, ' '))
  from (select id, row_number() over () / 450 as batch from ended) as e
  group by batch;
  return null;
end $$;
drop function notify_session_ended();
