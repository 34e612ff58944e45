-- A browser that has signed in to an account, so that wrong passwords of others do not delay it (D-155). Owner: accounts.
create table known_devices (
  member_id integer not null references members on delete cascade,
  -- SHA-256 of the token, which only the browser has.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- Keyed hash of the network of the last sign-in.
  network_index bytea not null,
  last_used_at timestamptz not null,
  primary key (member_id, token_hash)
);
create index on known_devices (last_used_at);
