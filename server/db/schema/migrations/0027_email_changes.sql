-- Changes of the e-mail address of a member, which the new address confirms.
-- Locks members. Previous code runs.

-- A change that waits for the new address; a new one replaces it. Only hashes of the tokens are stored. Owner: accounts.
create table email_changes (
  member_id integer primary key references members on delete cascade,
  new_email text not null check (new_email = lower(new_email) and char_length(new_email) between 3 and 254),
  -- SHA-256 of the token that the new address has, and of the one that lets the present address refuse.
  confirm_hash bytea not null unique check (octet_length(confirm_hash) = 32),
  refuse_hash bytea not null unique check (octet_length(refuse_hash) = 32),
  -- The member of staff that requested it; null if it was the member.
  staff_id integer references members on delete cascade,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  constraint email_changes_expires_at_check check (expires_at > requested_at)
);
create index on email_changes (expires_at);
create index on email_changes (staff_id) where staff_id is not null;
