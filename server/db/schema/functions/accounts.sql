-- Functions and triggers of accounts, profiles and sessions.

-- Staff who have a second factor keep at least one, also in concurrent transactions. `npm run staff -- reset`
-- names the member in `hanpyeon.second_factor_reset` for its transaction.
create or replace function enforce_last_second_factor() returns trigger language plpgsql as $$
declare
  is_staff_member boolean;
begin
  if current_setting('hanpyeon.second_factor_reset', true) = old.member_id::text then
    return null;
  end if;
  -- The row lock serializes two transactions that each remove one of the last two factors. A deleted member has no row.
  select is_staff into is_staff_member from members where id = old.member_id for no key update;
  if is_staff_member
    and not exists (select from passkeys where member_id = old.member_id)
    and not exists (
      select from totp_authenticators where member_id = old.member_id and secret_ciphertext is not null)
  then
    raise exception 'Staff member % would have no second factor', old.member_id
      using errcode = 'check_violation', constraint = 'staff_second_factor_required';
  end if;
  return null;
end $$;
drop trigger if exists enforce_last_second_factor on passkeys;
create constraint trigger enforce_last_second_factor after delete on passkeys
  deferrable initially deferred for each row execute function enforce_last_second_factor();
drop trigger if exists enforce_last_second_factor on totp_authenticators;
create constraint trigger enforce_last_second_factor after delete on totp_authenticators
  deferrable initially deferred for each row
  when (old.secret_ciphertext is not null) execute function enforce_last_second_factor();
drop trigger if exists enforce_last_second_factor_on_update on totp_authenticators;
create constraint trigger enforce_last_second_factor_on_update after update on totp_authenticators
  deferrable initially deferred for each row
  when (old.secret_ciphertext is not null and new.secret_ciphertext is null)
  execute function enforce_last_second_factor();

-- Creates the first profile of a member, at position 1.
create or replace function create_first_profile() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into profiles (member_id, position, name, created_at)
  values (new.id, 1, normalize(btrim(left(new.username, 12))), new.created_at);
  return null;
end $$;
create or replace trigger create_first_profile after insert on members for each row execute function create_first_profile();

-- The ratings that an age limit shows: 7 shows what ALL shows, because no work is rated 7.
create or replace function ratings_within(age_limit text) returns text[]
language sql immutable parallel safe as $$
  select case age_limit
    when '19' then '{ALL,12,15,19}' when '15' then '{ALL,12,15}' when '12' then '{ALL,12}' else '{ALL}' end::text[];
$$;

-- The only profile of a member, if it needs no PIN and has no limit: sessions without a selection use it.
create or replace function only_open_profile(for_member integer) returns integer language sql stable as $$
  select min(id) from profiles where member_id = for_member
  having count(*) = 1 and bool_and(pin_hash is null and age_limit = '19');
$$;

create or replace function notify_session_profile() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_profile', new.id::text);
  return null;
end $$;
create or replace trigger notify_session_profile after update of profile_id on sessions
  for each row when (old.profile_id is distinct from new.profile_id) execute function notify_session_profile();

-- A member with a scheduled deletion has no session, in concurrent transactions too: scheduling ends all sessions, and a new session
-- undoes the deletion.
create or replace function end_sessions_before_deletion() returns trigger language plpgsql as $$
begin
  delete from sessions where member_id = new.member_id;
  return null;
end $$;
create or replace trigger end_sessions_before_deletion after insert on account_deletions
  for each row execute function end_sessions_before_deletion();

create or replace function cancel_deletion_at_sign_in() returns trigger language plpgsql as $$
begin
  -- Waits for a transaction that schedules or performs the deletion.
  perform from members where id = new.member_id for key share;
  delete from account_deletions where member_id = new.member_id;
  return new;
end $$;
create or replace trigger cancel_deletion_at_sign_in before insert on sessions
  for each row when (new.member_id is not null) execute function cancel_deletion_at_sign_in();

-- Whether the account is about to be deleted or suspended: nothing is charged, and nothing expires.
create or replace function is_account_paused(member integer) returns boolean language sql stable as $$
  select exists (select from account_deletions where member_id = member)
    or exists (select from account_suspensions where member_id = member and restored_at is null);
$$;

-- No renewal is charged while the account is paused.
create or replace function refuse_renewal_before_deletion() returns trigger language plpgsql as $$
begin
  if exists (
    select from orders o join wallets w on w.id = o.wallet_id where o.id = new.order_id and is_account_paused(w.member_id))
  then
    raise exception 'The account of order % is suspended or about to be deleted', new.order_id
      using errcode = 'check_violation', constraint = 'no_renewal_before_deletion';
  end if;
  return new;
end $$;
create or replace trigger refuse_renewal_before_deletion before insert on subscription_charges
  for each row when (new.kind = 'renew') execute function refuse_renewal_before_deletion();

-- A suspended member has no session, in concurrent transactions too. The locks make it wait for sign-ins and for a renewal.
create or replace function begin_suspension() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from members where id = new.member_id for update;
  perform from wallets where member_id = new.member_id for update;
  delete from sessions where member_id = new.member_id;
  return new;
end $$;
create or replace trigger begin_suspension before insert on account_suspensions
  for each row when (new.restored_at is null) execute function begin_suspension();

create or replace function refuse_session_of_suspended() returns trigger language plpgsql as $$
begin
  -- Waits for a transaction that suspends or restores the member.
  perform from members where id = new.member_id for key share;
  if exists (select from account_suspensions where member_id = new.member_id and restored_at is null) then
    raise exception 'Member % is suspended', new.member_id
      using errcode = 'check_violation', constraint = 'no_session_while_suspended';
  end if;
  return new;
end $$;
create or replace trigger refuse_session_of_suspended before insert on sessions
  for each row when (new.member_id is not null) execute function refuse_session_of_suspended();

-- Points, rentals and the paid period last longer by the time in which the member could not use them.
create or replace function extend_after_suspension() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member_wallet integer;
begin
  perform from members where id = new.member_id for update;
  select id into member_wallet from wallets where member_id = new.member_id for update;
  update point_lots set expires_at = expires_at + (new.restored_at - greatest(created_at, new.suspended_at)), expiry_notified_at = null
  where wallet_id = member_wallet and expires_at > new.suspended_at and created_at < new.restored_at;
  update purchases set expires_at = expires_at + (new.restored_at - greatest(purchased_at, new.suspended_at))
  where wallet_id = member_wallet and state in ('active', 'refunding') and expires_at > new.suspended_at
    and purchased_at < new.restored_at;
  -- The period begins again, no later than now and so that the same time remains of it. Months differ in length.
  update subscriptions set period_index = 0, billing_cycle_anchor = least(new.restored_at, greatest(
    period_start + (new.restored_at - greatest(period_start, new.suspended_at)),
    period_start(period_end + (new.restored_at - greatest(period_start, new.suspended_at)), -1)))
  where wallet_id = member_wallet and status = 'active' and period_end > new.suspended_at and period_start < new.restored_at;
  return null;
end $$;
create or replace trigger extend_after_suspension after update of restored_at on account_suspensions
  for each row when (old.restored_at is null and new.restored_at is not null) execute function extend_after_suspension();

-- Invalidates every link sent to the former address, and signs out all browsers.
create or replace function end_access_of_former_email() returns trigger language plpgsql as $$
begin
  delete from sessions where member_id = new.id;
  delete from password_reset_links where member_id = new.id;
  delete from known_devices where member_id = new.id;
  delete from email_changes where member_id = new.id;
  delete from account_merges where new.id in (source_id, target_id) and merged_at is null;
  return null;
end $$;
create or replace trigger end_access_of_former_email after update of email on members
  for each row when (old.email is distinct from new.email) execute function end_access_of_former_email();

-- Staff without a role are owners.
create or replace function complete_staff_role() returns trigger language plpgsql as $$
begin
  new.staff_role := case when new.is_staff then coalesce(new.staff_role, 'owner') end;
  return new;
end $$;
create or replace trigger complete_staff_role before insert or update of is_staff on members
  for each row execute function complete_staff_role();

-- While there are owners, one of them is neither suspended nor about to delete the account. The lock serializes transactions
-- that each take the role from one of the last two.
create or replace function require_staff_owner() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('staff_owners'));
  if not exists (
    select from members m
    where m.staff_role = 'owner' and not is_account_paused(m.id))
  then
    raise exception 'The staff would have no owner'
      using errcode = 'check_violation', constraint = 'staff_owner_required';
  end if;
end $$;

create or replace function enforce_staff_owner() returns trigger language plpgsql as $$
begin
  perform require_staff_owner();
  return null;
end $$;
create or replace trigger enforce_staff_owner after update of is_staff, staff_role on members
  for each row when (old.staff_role = 'owner' and new.staff_role is distinct from 'owner')
  execute function enforce_staff_owner();

-- Demonstration accounts are deleted before a service is published.
create or replace trigger enforce_staff_owner_on_delete after delete on members
  for each row when (old.staff_role = 'owner' and not old.is_demo) execute function enforce_staff_owner();

create or replace function enforce_staff_owner_before_deletion() returns trigger language plpgsql as $$
begin
  if exists (select from members where id = new.member_id and staff_role = 'owner') then
    perform require_staff_owner();
  end if;
  return null;
end $$;
create or replace trigger enforce_staff_owner after insert on account_deletions
  for each row execute function enforce_staff_owner_before_deletion();
create or replace trigger enforce_staff_owner after insert on account_suspensions
  for each row execute function enforce_staff_owner_before_deletion();

-- Notifies the servers that hold sockets of the sessions, with up to 450 ids in one notification: a payload has fewer than 8,000
-- bytes, and an id up to 16 digits.
create or replace function notify_sessions_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', string_agg(id::text, ' '))
  from (select id, row_number() over () / 450 as batch from ended) as e
  group by batch;
  return null;
end $$;
create or replace trigger notify_sessions_ended after delete on sessions referencing old table as ended
  for each statement execute function notify_sessions_ended();

-- Whether a wallet holds what its member could lose: points, purchases that play, or a subscription.
create or replace function wallet_has_value(wallet integer, at timestamptz) returns boolean language sql stable as $$
  select exists (select from wallets where id = wallet and event_point + paid_point > 0)
    or exists (select from purchases p where p.wallet_id = wallet and p.state in ('active', 'refunding')
      and (p.expires_at is null or p.expires_at > at))
    or exists (select from subscriptions s where s.wallet_id = wallet and s.status in ('active', 'past_due'));
$$;

-- Returns the codes of the reasons against a merge of two accounts; no rows if they can be merged.
create or replace function merge_refusals(source integer, target integer, at timestamptz) returns setof text
language sql stable as $$
  with both_members as (select * from members where id in (source, target)),
    both_wallets as (select w.* from wallets w where w.member_id in (source, target))
  select 'not_found' where (select count(*) from both_members) < 2
  union all select 'staff' where exists (select from both_members where is_staff)
  union all select 'paused' where exists (select from both_members where is_account_paused(id))
  union all select 'profiles' where (select count(*) from profiles where member_id in (source, target)) > 5
  union all select 'in_progress' where exists (
    select from both_wallets w join orders o on o.wallet_id = w.id where o.status in ('confirming', 'unknown'))
    or exists (select from both_wallets w join refunds r on r.wallet_id = w.id where r.status = 'pending')
  union all select 'both_paid' where (select count(*) from both_wallets w where wallet_has_value(w.id, at)) > 1;
$$;

-- Moves everything of one account to another and deletes the emptied one, in the transaction of the caller. A wallet with value moves
-- as a whole, so that its ledger, lots and subscription stay as they are; one without value stays in the books without an owner.
create or replace function merge_members(source integer, target integer, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  refusal text;
  source_wallet integer;
  moving_profile integer;
begin
  perform from members where id in (source, target) order by id for update;
  perform from wallets where member_id in (source, target) order by id for update;
  select r into refusal from merge_refusals(source, target, at) r limit 1;
  if refusal is not null then
    raise exception 'The accounts % and % cannot be merged: %', source, target, refusal
      using errcode = 'check_violation', constraint = 'merge_refused';
  end if;
  delete from sessions where member_id = source;
  select id into source_wallet from wallets where member_id = source;
  if source_wallet is not null and wallet_has_value(source_wallet, at) then
    update wallets set member_id = null where member_id = target;
    update wallets set member_id = target where id = source_wallet;
  end if;
  -- Read and unread notifications and their switches stay behind: they refer to a profile together with its account.
  delete from notification_events where member_id = source;
  delete from notifications where member_id = source;
  delete from notification_switches where member_id = source;
  -- An account has one review of a work: the one that stays is that of the account that stays.
  delete from reviews r where r.author_id = source and exists (
    select from reviews k where k.author_id = target and k.series_id = r.series_id and k.episode_id is not distinct from r.episode_id);
  for moving_profile in select id from profiles where member_id = source order by position loop
    update profiles set member_id = target, position = (
      select min(free) from generate_series(2, 5) as free
      where not exists (select from profiles p where p.member_id = target and p.position = free))
    where id = moving_profile;
  end loop;
  update reviews set author_id = target where author_id = source;
  update hidden_reviews set author_id = target where author_id = source;
  update inquiries set member_id = target where member_id = source;
  delete from members where id = source;
end $$;

-- A disclosure is decided once, by an owner who did not request it, and its file is fetched once.
create or replace function enforce_disclosure_rules() returns trigger language plpgsql as $$
begin
  if old.decided_at is not null and new.decided_at is distinct from old.decided_at
    or old.fetched_at is not null and new.fetched_at is distinct from old.fetched_at then
    raise exception 'A disclosure is decided once and fetched once' using errcode = 'check_violation';
  end if;
  if old.decided_at is null and new.decided_at is not null and (
    new.requested_by is null or new.decided_by is null or new.decided_by = new.requested_by
    or not exists (select from members where id = new.decided_by and staff_role = 'owner')) then
    raise exception 'A disclosure is decided by an owner who did not request it'
      using errcode = 'check_violation', constraint = 'disclosure_second_person';
  end if;
  return new;
end $$;
create or replace trigger enforce_disclosure_rules before update on disclosures
  for each row when ((old.decided_at, old.fetched_at) is distinct from (new.decided_at, new.fetched_at))
  execute function enforce_disclosure_rules();

-- A device is let in or refused once.
create or replace function refuse_second_decision() returns trigger language plpgsql as $$
begin
  raise exception 'The sign-in of device % has been decided', old.id
    using errcode = 'check_violation', constraint = 'device_sign_ins_decided_once';
end $$;
create or replace trigger refuse_second_decision before update on device_sign_ins
  for each row when (old.decided_at is not null
    and (old.decided_at, old.is_approved, old.session_id) is distinct from (new.decided_at, new.is_approved, new.session_id))
  execute function refuse_second_decision();
