-- R5. Attempts to have the gateway confirm a payment or cancel one, each with its own Idempotency-Key. The gateway repeats
-- the answer to a key for 15 days, errors included, so an attempt that was answered with an error is compared with the
-- payment; only if it had no effect does the next attempt get a new key.
create table gateway_attempts (
  id integer generated always as identity primary key,
  order_id integer references orders,
  refund_id integer references refunds,
  unmatched_payment_id integer references unmatched_payments,
  attempt smallint not null check (attempt >= 1),
  idempotency_key text not null unique check (char_length(idempotency_key) between 1 and 300),
  -- `open`: the gateway may have been asked. `errored`: it answered with an error, and the payment has not been read since.
  -- `no_effect`: it changed nothing and never will. `succeeded`: it had its effect.
  state text not null default 'open' check (state in ('open', 'errored', 'no_effect', 'succeeded')),
  error_code text check (char_length(error_code) between 1 and 200),
  started_at timestamptz not null,
  ended_at timestamptz,
  constraint gateway_attempts_of_one_thing check (num_nonnulls(order_id, refund_id, unmatched_payment_id) = 1),
  constraint gateway_attempts_error check (state <> 'errored' or error_code is not null),
  constraint gateway_attempts_ended check ((ended_at is not null) = (state in ('no_effect', 'succeeded'))),
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
    raise exception 'R5: an attempt is kept' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' then
    if old.state in ('no_effect', 'succeeded') or (old.state = 'errored' and new.state = 'open')
      or (old.order_id, old.refund_id, old.unmatched_payment_id, old.attempt, old.idempotency_key, old.started_at)
        is distinct from (new.order_id, new.refund_id, new.unmatched_payment_id, new.attempt, new.idempotency_key, new.started_at)
    then
      raise exception 'R5: an attempt ends once and is of one thing' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  -- The row lock makes this wait for a transaction that is settling the same thing.
  if new.order_id is not null then
    select status in ('confirming', 'unknown') into is_unsettled from orders where id = new.order_id for share;
  elsif new.refund_id is not null then
    select status = 'reserved' into is_unsettled from refunds where id = new.refund_id for share;
  else
    select status = 'reserved' into is_unsettled from unmatched_payments where id = new.unmatched_payment_id for share;
  end if;
  if is_unsettled is distinct from true then
    raise exception 'R5: nothing that is settled is attempted again' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger enforce_gateway_attempt_rules before insert or update or delete on gateway_attempts
  for each row execute function enforce_gateway_attempt_rules();

-- What settles ends its live attempt in the same transaction.
create function end_gateway_attempts() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    -- A payment that is not of its order is an effect, too: it is taken back as a stray payment.
    update gateway_attempts set ended_at = now(),
      state = case when new.status = 'paid' or exists (select from unmatched_payments where order_id = new.id)
        then 'succeeded' else 'no_effect' end
    where order_id = new.id and state in ('open', 'errored');
  elsif tg_table_name = 'refunds' then
    update gateway_attempts set ended_at = now(), state = case new.status when 'settled' then 'succeeded' else 'no_effect' end
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
  when (old.status = 'reserved' and new.status <> 'reserved') execute function end_gateway_attempts();
create trigger end_gateway_attempts after update of status on unmatched_payments for each row
  when (old.status = 'reserved' and new.status <> 'reserved') execute function end_gateway_attempts();

-- P9. Days overlap when they are compared, and what was found before is not kept again.
create index reconciliation_differences_order on reconciliation_differences (order_id);

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke delete on gateway_attempts from hanpyeon_app;
  end if;
end $$;
