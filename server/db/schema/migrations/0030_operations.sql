-- What processes report about themselves and the services that they call, and the modes of operation that owners set.
-- Locks nothing. Previous code runs.

-- The last report of a process, deleted when it stops. Unlogged: processes report every few seconds. Owner: operations.
create unlogged table process_reports (
  -- Kind, host, and what tells it from the others there.
  name text primary key,
  kind text not null check (kind in ('server', 'worker')),
  host text not null,
  pid integer not null,
  version text not null,
  log_level text not null,
  started_at timestamptz not null,
  reported_at timestamptz not null,
  -- Values of its gauges by name; of those with a label, by its values.
  gauges jsonb not null check (jsonb_typeof(gauges) = 'object')
);

-- The last success and failure of a provider, from all processes. Owner: operations.
create table provider_outcomes (
  provider text primary key check (provider in ('mail', 'sms', 'payments')),
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure_reason text
);

-- The last trial of a provider by staff. Owner: operations.
create table provider_trials (
  provider text primary key check (provider in ('mail', 'sms', 'payments', 'storage')),
  tried_at timestamptz not null,
  -- Null if it worked.
  failure_reason text,
  -- Hash of the settings that were tried: with other settings the trial says nothing.
  settings_hash bytea not null check (octet_length(settings_hash) = 32)
);

-- Bytes and number of stored files. Owner: operations.
create table storage_usage (
  namespace text primary key check (namespace in ('media', 'images', 'uploads', 'attachments')),
  bytes bigint not null,
  files bigint not null,
  measured_at timestamptz not null
);

-- A complete backup. Owner: operations.
create table backups (
  made_at timestamptz primary key,
  contents text not null check (contents in ('everything', 'database')),
  -- When it was restored into a temporary database and compared.
  verified_at timestamptz
);

-- The last notification of an alert by Alertmanager. Owner: operations.
create table received_alerts (
  name text primary key check (char_length(name) between 1 and 100),
  severity text not null check (char_length(severity) <= 20),
  is_firing boolean not null,
  -- Since when it fires or has fired.
  started_at timestamptz not null,
  received_at timestamptz not null
);

-- The modes that owners set: one row. Owner: operations.
create table operation_modes (
  id boolean primary key default true check (id),
  version integer not null default 0,
  -- Viewers read the message until maintenance ends; all null without maintenance.
  maintenance_message text check (char_length(maintenance_message) between 1 and 200),
  maintenance_started_at timestamptz,
  -- When it is expected to end. It does not end by itself.
  maintenance_ends_at timestamptz,
  -- The level of all processes until `log_level_ends_at`; null for that of each environment.
  log_level text check (log_level in ('debug', 'info', 'warn', 'error')),
  log_level_ends_at timestamptz,
  check (num_nulls(maintenance_message, maintenance_started_at, maintenance_ends_at) in (0, 3)),
  check ((log_level is null) = (log_level_ends_at is null))
);
insert into operation_modes default values;
