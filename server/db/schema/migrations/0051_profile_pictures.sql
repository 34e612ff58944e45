-- The picture of a member is that of the first profile (D-182). `members.profile_image_key` is dropped in the version after
-- this one; until then a trigger moves what the previous version writes. Its response names the same file. Owner: accounts.
create function move_profile_image() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update profiles set picture_key = new.profile_image_key where id = new.id;
  new.profile_image_key := null;
  return new;
end $$;

update profiles p set picture_key = m.profile_image_key from members m
where p.id = m.id and p.picture_key is null and m.profile_image_key is not null;
update members set profile_image_key = null where profile_image_key is not null;

create trigger move_profile_image before update of profile_image_key on members
  for each row when (new.profile_image_key is not null) execute function move_profile_image();
