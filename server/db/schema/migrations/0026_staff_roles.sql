-- The role of a member of staff, which decides on the calls of the studio (D-127).

-- Null unless the member is staff. Owner: accounts.
alter table members add column staff_role text;
update members set staff_role = 'owner' where is_staff;

-- The previous version writes `is_staff` alone, and its staff may do everything.
create function complete_staff_role() returns trigger language plpgsql as $$
begin
  new.staff_role := case when new.is_staff then coalesce(new.staff_role, 'owner') end;
  return new;
end $$;
create trigger complete_staff_role before insert or update of is_staff on members
  for each row execute function complete_staff_role();

alter table members add constraint members_staff_role_check check (
  (staff_role is not null) = is_staff
  and (staff_role is null or staff_role in ('analyst', 'editor', 'support', 'finance', 'owner'))) not valid;

-- While there are owners, one of them is not about to delete the account. The lock serializes transactions that each take
-- the role from one of the last two.
create function require_staff_owner() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('staff_owners'));
  if not exists (
    select from members m
    where m.staff_role = 'owner' and not exists (select from account_deletions d where d.member_id = m.id))
  then
    raise exception 'The staff would have no owner'
      using errcode = 'check_violation', constraint = 'staff_owner_required';
  end if;
end $$;

create function enforce_staff_owner() returns trigger language plpgsql as $$
begin
  perform require_staff_owner();
  return null;
end $$;
create trigger enforce_staff_owner after update of is_staff, staff_role on members
  for each row when (old.staff_role = 'owner' and new.staff_role is distinct from 'owner')
  execute function enforce_staff_owner();
-- Demonstration accounts are deleted before a service is published.
create trigger enforce_staff_owner_on_delete after delete on members
  for each row when (old.staff_role = 'owner' and not old.is_demo) execute function enforce_staff_owner();

create function enforce_staff_owner_before_deletion() returns trigger language plpgsql as $$
begin
  if exists (select from members where id = new.member_id and staff_role = 'owner') then
    perform require_staff_owner();
  end if;
  return null;
end $$;
create trigger enforce_staff_owner after insert on account_deletions
  for each row execute function enforce_staff_owner_before_deletion();
