-- Signing in a device without a keyboard by a code that a signed-in member confirms (RFC 8628).
-- Locks sessions. Previous code runs.

-- A request of a device, deleted when it has signed in. Only hashes of both codes are stored. Owner: accounts.
create table device_sign_ins (
  id bigint generated always as identity primary key,
  -- SHA-256 of the device's secret, and keyed hash of the letters that the member reads.
  device_code_hash bytea not null unique check (octet_length(device_code_hash) = 32),
  user_code_hash bytea not null unique check (octet_length(user_code_hash) = 32),
  -- The device that asks, shown to the member.
  device text not null check (char_length(device) <= 100),
  address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Seconds between polls: grows with every early one.
  interval_s smallint not null default 5 check (interval_s between 5 and 60),
  last_polled_at timestamptz,
  -- The session that approved it. Its end, by a suspension or a new password too, withdraws the approval.
  session_id bigint references sessions on delete cascade,
  decided_at timestamptz,
  is_approved boolean,
  constraint device_sign_ins_expires_at_check check (
    expires_at > created_at and expires_at <= created_at + interval '10 minutes'),
  constraint device_sign_ins_decision_check check ((decided_at is null) = (is_approved is null)),
  constraint device_sign_ins_decided_at_check check (decided_at < expires_at),
  constraint device_sign_ins_session_check check ((session_id is not null) = (is_approved is true))
);
create index on device_sign_ins (expires_at);
create index on device_sign_ins (session_id) where session_id is not null;
