-- A staff member who has a second factor keeps at least one (D-80): neither a call nor a race between two calls removes
-- the last one. `npm run staff -- reset` names the member in `hanpyeon.second_factor_reset` for its transaction.
create function enforce_last_second_factor() returns trigger language plpgsql as $$
declare
  is_staff_member boolean;
begin
  if current_setting('hanpyeon.second_factor_reset', true) = old.member_id::text then
    return null;
  end if;
  -- Two transactions that each remove one of the last two factors wait here for each other; the second one then reads
  -- what the first one left. A member who is deleted with the factors is not found.
  select is_staff into is_staff_member from members where id = old.member_id for no key update;
  if is_staff_member
    and not exists (select from passkeys where member_id = old.member_id)
    and not exists (
      select from totp_authenticators where member_id = old.member_id and secret_ciphertext is not null)
  then
    raise exception 'Staff member % would have no second factor', old.member_id
      using errcode = 'check_violation', constraint = 'staff_keep_a_second_factor';
  end if;
  return null;
end $$;

create constraint trigger enforce_last_second_factor after delete on passkeys
  deferrable initially deferred for each row execute function enforce_last_second_factor();
create constraint trigger enforce_last_second_factor after delete on totp_authenticators
  deferrable initially deferred for each row
  when (old.secret_ciphertext is not null) execute function enforce_last_second_factor();
create constraint trigger keep_last_second_factor_on_update after update on totp_authenticators
  deferrable initially deferred for each row
  when (old.secret_ciphertext is not null and new.secret_ciphertext is null)
  execute function enforce_last_second_factor();
