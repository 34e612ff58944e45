-- Identities of adults, as a provider has verified them.
-- Locks members. Previous code runs.

-- The person of an account. Owner: accounts.
create table member_identities (
  member_id integer primary key references members on delete cascade,
  -- AES-256-GCM.
  name_ciphertext bytea not null,
  birth_date_ciphertext bytea not null,
  -- Keyed hashes of the identifiers of the person: CI is the same at every service, DI is of this one. A provider may report
  -- neither. A person verifies one account at a time.
  ci_blind_index bytea unique check (octet_length(ci_blind_index) = 32),
  di_blind_index bytea unique check (octet_length(di_blind_index) = 32),
  verified_at timestamptz not null
);

-- A verification that the member began. Its id is the one at the provider, and serves once. Owner: accounts.
create table identity_attempts (
  id uuid primary key,
  member_id integer not null references members on delete cascade,
  expires_at timestamptz not null,
  -- Null until the provider has reported a person.
  outcome text check (outcome in ('verified', 'under_age'))
);
create index on identity_attempts (member_id);
create index on identity_attempts (expires_at);
