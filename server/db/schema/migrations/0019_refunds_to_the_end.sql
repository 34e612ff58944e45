-- D-55. What a change upward took the place of, so that paying it back undoes it: the order of the period before, and when
-- something was first played in that.
alter table subscription_charges
  add previous_order_id integer references orders,
  add previous_first_used_at timestamptz,
  add constraint charge_previous_order_check check (
    previous_order_id is null and previous_first_used_at is null or kind = 'upgrade' and previous_order_id is not null);

-- P5, P8. Payments that say they are of an order of ours and are not what we asked for: never booked, and cancelled by
-- themselves. The amount is as the gateway says it, in whatever currency.
create table unmatched_payments (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  payment_key text not null unique check (char_length(payment_key) between 1 and 200),
  amount integer not null check (amount > 0),
  status text not null default 'reserved' check (status in ('reserved', 'cancelled', 'refused')),
  failure_code text check ((status = 'refused') = (failure_code is not null)),
  detected_at timestamptz not null,
  cancelled_at timestamptz check ((cancelled_at is not null) = (status = 'cancelled'))
);
create index unmatched_payments_order on unmatched_payments (order_id);
create index unmatched_payments_pending on unmatched_payments (detected_at) where status = 'reserved';

-- Money that belongs to somebody, that the gateway does not give back, and that nobody is there to ask for again. An
-- operator sees to it, and closes it with a note.
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
  constraint manual_case_closed_with_note check ((closed_at is null) = (note is null))
);
create index manual_cases_open on manual_cases (id) where closed_at is null;

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke delete on unmatched_payments, manual_cases from hanpyeon_app;
  end if;
end $$;
