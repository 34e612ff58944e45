-- The studio (D-80): the second factor of who runs the service, and what they did.

-- When the session's member last proved a second factor.
alter table sessions add column second_factor_at timestamptz,
  add check (second_factor_at is null or member_id is not null);

-- An app that shows six digits (RFC 6238).
create table totp_authenticators (
  member_id integer primary key references members (id) on delete cascade,
  secret_ciphertext bytea,
  confirmed_at timestamptz,
  -- One that is being set up: the other counts until a code of this one was typed.
  pending_secret_ciphertext bytea,
  -- The step whose code was taken last: no code is taken twice.
  last_time_step bigint not null default 0 check (last_time_step >= 0),
  check ((secret_ciphertext is null) = (confirmed_at is null)),
  check (secret_ciphertext is not null or pending_secret_ciphertext is not null)
);

-- For whom the app is lost; each is taken once. SHA-256 is enough: a code is 80 random bits.
create table recovery_codes (
  member_id integer not null references totp_authenticators (member_id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (member_id, code_hash)
);

-- Every act of staff. Rows stay as they were written; who left is still named.
create table audit_log (
  id bigint generated always as identity primary key,
  staff_id integer references members (id) on delete set null,
  staff_name text not null,
  at timestamptz not null,
  -- `member.points_granted`: what it was about, and what was done.
  kind text not null check (kind ~ '^[a-z_]+\.[a-z_]+$'),
  -- Which row, by its table's name in the singular, and what it was called.
  subject_kind text not null,
  subject_id bigint,
  subject_name text not null default '',
  -- What changed, as it was and as it is: fields by name. Nothing personal.
  before jsonb,
  after jsonb,
  reason text not null default '',
  address text not null
);
create index on audit_log (subject_kind, subject_id, id desc);
create index on audit_log (staff_id, id desc);
create index on audit_log (kind, id desc);

-- Only that somebody is no member any more may come to a row.
create function enforce_audit_log_immutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.staff_id is null
    and to_jsonb(new) - 'staff_id' = to_jsonb(old) - 'staff_id' then
    return new;
  end if;
  raise exception '% is only ever added to', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger enforce_audit_log_immutable before update or delete on audit_log
  for each row execute function enforce_audit_log_immutable();
create trigger enforce_audit_log_immutable_truncate before truncate on audit_log
  for each statement execute function enforce_audit_log_immutable();

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on audit_log from hanpyeon_app;
  end if;
end $$;
