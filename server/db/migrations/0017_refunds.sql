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
