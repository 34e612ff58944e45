-- Subscriptions of browsers to push messages.
-- Locks sessions. Previous code runs.

-- The push subscription of a session, which ends with it. Owner: notifications.
create table push_subscriptions (
  session_id bigint primary key references sessions on delete cascade,
  -- The address at the browser's push service, which moves with the browser to its next session.
  endpoint text not null unique check (char_length(endpoint) between 1 and 1000),
  -- The keys of the browser: a point of P-256, and a secret.
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  created_at timestamptz not null
);
