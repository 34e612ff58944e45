-- The studio (D-80): audit log, uploads of films, and analytics by day in Seoul.

-- An action of a staff member. Immutable, except that a deleted member is removed from it; the name remains. Owner:
-- studio.
create table audit_log (
  id bigint generated always as identity primary key,
  staff_id integer references members (id) on delete set null,
  staff_name text not null,
  at timestamptz not null,
  -- Subject and action, as in `member.points_granted`.
  kind text not null check (kind ~ '^[a-z_]+\.[a-z_]+$'),
  -- The changed row: its table in the singular, its id, and its name at the time.
  subject_kind text not null,
  subject_id bigint,
  subject_name text not null default '',
  -- The changed fields by name, without personal data.
  before jsonb,
  after jsonb,
  reason text not null default '',
  address text not null
);
create index on audit_log (subject_kind, subject_id, id desc);
create index on audit_log (staff_id, id desc);
create index on audit_log (kind, id desc);

create function enforce_audit_log_immutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.staff_id is null
    and to_jsonb(new) - 'staff_id' = to_jsonb(old) - 'staff_id' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger enforce_audit_log_immutable before update or delete on audit_log
  for each row execute function enforce_audit_log_immutable();
create trigger enforce_audit_log_immutable_truncate before truncate on audit_log
  for each statement execute function enforce_audit_log_immutable();

-- A resumable upload of a film. Owner: studio.
create table studio_uploads (
  id integer generated always as identity primary key,
  -- The random part of its URL; only its owner may use it.
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  -- Null if the owner was deleted: the upload cannot be continued.
  staff_id integer references members on delete set null,
  -- For the audit log.
  address text not null,
  name text not null check (length(name) between 1 and 300),
  bytes bigint not null check (bytes > 0),
  -- Acknowledged bytes; the file never has fewer.
  received_bytes bigint not null default 0,
  episode_id integer references episodes on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A process that turns the complete file into an asset claims the upload and renews the claim while it copies. After
  -- this time another process may take over.
  claimed_until timestamptz,
  -- The resulting asset, registered once.
  asset_id integer unique references media_assets on delete cascade,
  registered_at timestamptz,
  constraint studio_uploads_received_bytes_check check (received_bytes between 0 and bytes),
  constraint studio_uploads_registered_at_check check (registered_at is null or received_bytes = bytes)
);
create index studio_uploads_unfinished on studio_uploads (expires_at) where registered_at is null;
create index studio_uploads_staff on studio_uploads (staff_id, id) where registered_at is null;

-- Analytics ---------------------------------------------------------------------------------------------------------

-- An amount to be added to the statistics below. Rows are inserted and later summed up and deleted, so that writers do
-- not wait for the row of a busy day. Owner: studio; watch-history and the triggers below write it.
create table stat_deltas (
  day date not null,
  -- A metric of `daily_stats`, or `sales` of an episode.
  metric text not null,
  episode_id integer,
  -- Plays, members, watched seconds or won; negative for corrections.
  amount bigint not null
);

-- A metric of a day. Owner: studio.
create table daily_stats (
  day date not null,
  metric text not null,
  amount bigint not null,
  primary key (day, metric)
) with (fillfactor = 70);

-- The statistics of a series on a day, kept after the series is deleted. Owner: studio.
create table series_daily_stats (
  day date not null,
  series_id integer not null,
  plays bigint not null,
  seconds bigint not null,
  sales bigint not null,
  primary key (day, series_id)
) with (fillfactor = 70);

-- The statistics of a series in a month, which makes long periods fast. Owner: studio.
create table series_monthly_stats (
  month date not null check (extract(day from month) = 1),
  series_id integer not null,
  plays bigint not null,
  seconds bigint not null,
  sales bigint not null,
  primary key (month, series_id)
) with (fillfactor = 70);

-- An error reported by a player, without personal data, to be added to `player_errors`. Owner: studio.
create table player_error_events (
  at timestamptz not null,
  episode_id integer not null,
  code text not null,
  detail text not null check (char_length(detail) <= 200),
  browser text not null check (char_length(browser) <= 100)
);

-- The errors of a day with the same code, episode and browser. Owner: studio.
create table player_errors (
  day date not null,
  code text not null,
  episode_id integer not null references episodes on delete cascade,
  browser text not null,
  count integer not null check (count > 0),
  last_seen_at timestamptz not null,
  -- The message of the last one.
  detail text not null,
  primary key (day, code, episode_id, browser)
);
create index on player_errors (episode_id, code, browser, last_seen_at);

-- Counts revenue in the transaction that posts it, so that the dashboard equals the ledger.
create function record_ledger_stats() returns trigger
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
create trigger record_ledger_stats after insert on ledger_entries referencing new table as new_rows
  for each statement execute function record_ledger_stats();

create function record_subscription_stats() returns trigger
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
create trigger record_subscription_stats after update of status on subscriptions
  for each row when (old.status <> new.status) execute function record_subscription_stats();

create function record_member_stats() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stat_deltas (day, metric, amount)
  select (created_at at time zone 'Asia/Seoul')::date, 'members', count(*) from new_rows group by 1;
  return null;
end $$;
create trigger record_member_stats after insert on members referencing new table as new_rows
  for each statement execute function record_member_stats();

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on audit_log from hanpyeon_app;
  end if;
end $$;
