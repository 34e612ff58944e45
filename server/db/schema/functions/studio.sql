-- Functions and triggers of the audit log and the statistics.

create or replace function enforce_audit_log_immutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.staff_id is null
    and to_jsonb(new) - 'staff_id' = to_jsonb(old) - 'staff_id' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger enforce_audit_log_immutable before update or delete on audit_log
  for each row execute function enforce_audit_log_immutable();
create or replace trigger enforce_audit_log_immutable_truncate before truncate on audit_log
  for each statement execute function enforce_audit_log_immutable();

-- Counts revenue in the transaction that posts it, so that the dashboard equals the ledger.
create or replace function record_ledger_stats() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stat_deltas (day, metric, episode_id, amount)
  select (e.created_at at time zone 'Asia/Seoul')::date,
    case when e.amount_krw < 0 then 'refunds' when e.kind = 'top_up' then 'top_ups'
      when e.kind = 'subscription' then 'subscriptions' else 'purchases' end,
    null::integer, abs(e.amount_krw)
  from new_rows e where e.amount_krw <> 0
  union all
  -- The sales of an episode are won and paid points.
  select (e.created_at at time zone 'Asia/Seoul')::date, 'sales', o.episode_id, e.amount_krw - e.paid_point
  from new_rows e join orders o on o.id = e.order_id
  where o.episode_id is not null and e.amount_krw <> e.paid_point
  union all
  select (e.created_at at time zone 'Asia/Seoul')::date, case c.kind when 'join' then 'joined' else 'renewed' end, null, 1
  from new_rows e join orders o on o.id = e.order_id join subscription_charges c on c.order_id = o.id
  where e.kind = 'subscription' and o.undeliverable_reason is null and c.kind in ('join', 'renew');
  return null;
end $$;
create or replace trigger record_ledger_stats after insert on ledger_entries referencing new table as new_rows
  for each statement execute function record_ledger_stats();

create or replace function record_subscription_stats() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stat_deltas (day, metric, amount)
  select (at at time zone 'Asia/Seoul')::date, metric, amount
  from (values
    (new.first_failed_at, 'past_due', 1, new.status = 'past_due' and old.status <> 'past_due'),
    (new.ended_at, 'left', 1, new.status = 'ended' and old.status <> 'ended'),
    -- A subscription that continues because its refund failed was not ended.
    (old.ended_at, 'left', -1, old.status = 'ended' and new.status <> 'ended' and new.order_id = old.order_id)
  ) as changes (at, metric, amount, applies) where applies;
  return null;
end $$;
create or replace trigger record_subscription_stats after update of status on subscriptions
  for each row when (old.status <> new.status) execute function record_subscription_stats();

create or replace function record_member_stats() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stat_deltas (day, metric, amount)
  select (created_at at time zone 'Asia/Seoul')::date, 'members', count(*) from new_rows group by 1;
  return null;
end $$;
create or replace trigger record_member_stats after insert on members referencing new table as new_rows
  for each statement execute function record_member_stats();
