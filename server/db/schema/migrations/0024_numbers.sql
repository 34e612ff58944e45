-- What the dashboard of the studio shows (D-80), by the day in Seoul.

-- What happened and is not in the sums below yet: rows are added and taken away, so that no row of a busy day or a
-- popular work is waited for. `metric` is a column of the answer, or `sales`, of a work alone.
create table stat_deltas (
  day date not null,
  metric text not null,
  -- Of which episode, where it is about one.
  episode_id integer,
  -- Plays and people by the head, `seconds` of film watched, won. Below 0 where something is taken back.
  amount bigint not null
);

create table daily_stats (
  day date not null,
  metric text not null,
  amount bigint not null,
  primary key (day, metric)
) with (fillfactor = 70);

-- Of each work. What is gone from the catalogue stays in the sums of its days.
create table series_daily_stats (
  day date not null,
  series_id integer not null,
  plays bigint not null,
  seconds bigint not null,
  sales bigint not null,
  primary key (day, series_id)
) with (fillfactor = 70);

-- The same by the month: a year of ten thousand works is read in a moment.
create table series_monthly_stats (
  month date not null check (extract(day from month) = 1),
  series_id integer not null,
  plays bigint not null,
  seconds bigint not null,
  sales bigint not null,
  primary key (month, series_id)
) with (fillfactor = 70);

-- What players said went wrong: nothing in it tells who.
create table player_error_events (
  at timestamptz not null,
  episode_id integer not null,
  code text not null,
  detail text not null check (char_length(detail) <= 200),
  browser text not null check (char_length(browser) <= 100)
);

create table player_errors (
  day date not null,
  code text not null,
  episode_id integer not null references episodes on delete cascade,
  browser text not null,
  count integer not null check (count > 0),
  last_seen_at timestamptz not null,
  -- The engine's own words, of the last.
  detail text not null,
  primary key (day, code, episode_id, browser)
);
create index on player_errors (episode_id, code, browser, last_seen_at);

-- Money is counted as it is booked, in the transaction that books it: the dashboard says what the ledger says.
create function record_ledger_stats() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stat_deltas (day, metric, episode_id, amount)
  select (e.created_at at time zone 'Asia/Seoul')::date,
    case when e.amount_krw < 0 then 'refunds' when e.kind = 'top_up' then 'top_ups'
      when e.kind = 'subscription' then 'subscriptions' else 'purchases' end,
    null::integer, abs(e.amount_krw)
  from added e where e.amount_krw <> 0
  union all
  -- A work is sold for won and for points that were paid for.
  select (e.created_at at time zone 'Asia/Seoul')::date, 'sales', o.episode_id, e.amount_krw - e.paid_point
  from added e join orders o on o.id = e.order_id
  where o.episode_id is not null and e.amount_krw <> e.paid_point
  union all
  select (e.created_at at time zone 'Asia/Seoul')::date, case c.kind when 'join' then 'joined' else 'renewed' end, null, 1
  from added e join orders o on o.id = e.order_id join subscription_charges c on c.order_id = o.id
  where e.kind = 'subscription' and o.undeliverable_reason is null and c.kind in ('join', 'renew');
  return null;
end $$;
create trigger record_ledger_stats after insert on ledger_entries referencing new table as added
  for each statement execute function record_ledger_stats();

create function record_subscription_stats() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stat_deltas (day, metric, amount)
  select (at at time zone 'Asia/Seoul')::date, metric, amount
  from (values
    (new.first_failed_at, 'past_due', 1, new.status = 'past_due' and old.status <> 'past_due'),
    (new.ended_at, 'left', 1, new.status = 'ended' and old.status <> 'ended'),
    -- What could not be paid back goes on: nobody left.
    (old.ended_at, 'left', -1, old.status = 'ended' and new.status <> 'ended' and new.order_id = old.order_id)
  ) as t (at, metric, amount, is_so) where is_so;
  return null;
end $$;
create trigger record_subscription_stats after update of status on subscriptions
  for each row when (old.status <> new.status) execute function record_subscription_stats();

create function record_member_stats() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stat_deltas (day, metric, amount)
  select (created_at at time zone 'Asia/Seoul')::date, 'members', count(*) from added group by 1;
  return null;
end $$;
create trigger record_member_stats after insert on members referencing new table as added
  for each statement execute function record_member_stats();

-- What was before: all but what nobody noted until now, which is plays, seconds and charges that failed.
insert into stat_deltas (day, metric, episode_id, amount)
select (e.created_at at time zone 'Asia/Seoul')::date,
  case when e.amount_krw < 0 then 'refunds' when e.kind = 'top_up' then 'top_ups'
    when e.kind = 'subscription' then 'subscriptions' else 'purchases' end,
  null::integer, sum(abs(e.amount_krw))
from ledger_entries e where e.amount_krw <> 0 group by 1, 2
union all
select (e.created_at at time zone 'Asia/Seoul')::date, 'sales', o.episode_id, sum(e.amount_krw - e.paid_point)
from ledger_entries e join orders o on o.id = e.order_id
where o.episode_id is not null and e.amount_krw <> e.paid_point group by 1, 3
union all
select (e.created_at at time zone 'Asia/Seoul')::date, case c.kind when 'join' then 'joined' else 'renewed' end, null, count(*)
from ledger_entries e join orders o on o.id = e.order_id join subscription_charges c on c.order_id = o.id
where e.kind = 'subscription' and o.undeliverable_reason is null and c.kind in ('join', 'renew') group by 1, 2
union all
select (ended_at at time zone 'Asia/Seoul')::date, 'left', null, count(*)
from subscriptions where status = 'ended' group by 1
union all
select (created_at at time zone 'Asia/Seoul')::date, 'members', null, count(*) from members group by 1;
