-- D-55. What is taken from a wallet when its top-up is to be paid back stands on an account of its own until the gateway
-- has cancelled, and is given back from there where it refuses (R4).
alter table ledger_entries drop constraint ledger_entries_source_type_check;
alter table ledger_entries add constraint ledger_entries_source_type_check
  check (source_type in ('order', 'request', 'refund', 'lot_move', 'grant', 'entry'));
alter table ledger_postings drop constraint ledger_accounts;
alter table ledger_postings add constraint ledger_accounts check (account = any (case unit
  when 'won' then array['gateway', 'sales', 'prepaid']
  when 'event' then array['wallet', 'granted', 'spent', 'expired', 'refunding']
  else array['wallet', 'issued', 'spent', 'expired', 'refunding'] end));

-- P9. What was compared with the gateway's books, and what did not agree. Only ever added to.
create table reconciliations (
  id integer generated always as identity primary key,
  -- By the gateway's clock: from, included, to, excluded.
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  run_at timestamptz not null,
  -- By the day, by itself; else because somebody asked.
  is_daily boolean not null,
  gateway_count integer not null check (gateway_count >= 0),
  entry_count integer not null check (entry_count >= 0)
);
create unique index reconciliations_daily on reconciliations (to_at) where is_daily;

create table reconciliation_differences (
  id integer generated always as identity primary key,
  reconciliation_id integer not null references reconciliations,
  kind text not null check (kind in ('not_booked', 'not_at_gateway', 'amount', 'foreign', 'under_way')),
  movement text not null check (movement in ('payment', 'cancel', 'other')),
  order_id text not null,
  transaction_key text,
  entry_id bigint references ledger_entries,
  -- Won, above 0 whichever way; null on the side that knows nothing of it.
  gateway_amount integer,
  ledger_amount integer,
  at timestamptz not null
);
create index reconciliation_differences_of on reconciliation_differences (reconciliation_id);
create trigger append_only before update or delete or truncate on reconciliations
  for each statement execute function reject_mutation();
create trigger append_only before update or delete or truncate on reconciliation_differences
  for each statement execute function reject_mutation();
create index ledger_entries_amount_krw on ledger_entries (created_at) where amount_krw <> 0;
create index ledger_entries_order on ledger_entries (order_id) where amount_krw <> 0;

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on reconciliations, reconciliation_differences from hanpyeon_app;
  end if;
end $$;
