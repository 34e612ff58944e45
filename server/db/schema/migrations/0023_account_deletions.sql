-- A scheduled deletion of an account (D-122). Its member signs in to undo it until `due_at`. Owner: accounts.
create table account_deletions (
  member_id integer primary key references members on delete cascade,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  -- The answers of the survey, which become anonymous when the account is deleted.
  service_problem boolean not null,
  less_function boolean not null,
  high_price boolean not null,
  user_comment text not null check (char_length(user_comment) <= 1000),
  constraint account_deletions_due_at_check check (due_at > requested_at)
);
create index on account_deletions (due_at);

-- A member with a scheduled deletion has no session, in concurrent transactions and in the previous version, which does not
-- know the table: scheduling ends all sessions, and a new session undoes the deletion.
create function end_sessions_before_deletion() returns trigger language plpgsql as $$
begin
  delete from sessions where member_id = new.member_id;
  return null;
end $$;
create trigger end_sessions_before_deletion after insert on account_deletions
  for each row execute function end_sessions_before_deletion();

create function cancel_deletion_at_sign_in() returns trigger language plpgsql as $$
begin
  -- Waits for a transaction that schedules or performs the deletion.
  perform from members where id = new.member_id for key share;
  delete from account_deletions where member_id = new.member_id;
  return new;
end $$;
create trigger cancel_deletion_at_sign_in before insert on sessions
  for each row when (new.member_id is not null) execute function cancel_deletion_at_sign_in();

-- No renewal is charged while the deletion of the account is scheduled.
create function refuse_renewal_before_deletion() returns trigger language plpgsql as $$
begin
  if exists (
    select from orders o join wallets w on w.id = o.wallet_id join account_deletions d on d.member_id = w.member_id
    where o.id = new.order_id)
  then
    raise exception 'The account of order % is about to be deleted', new.order_id
      using errcode = 'check_violation', constraint = 'no_renewal_before_deletion';
  end if;
  return new;
end $$;
create trigger refuse_renewal_before_deletion before insert on subscription_charges
  for each row when (new.kind = 'renew') execute function refuse_renewal_before_deletion();
