-- Columns that hold profiles are called `profile_id`, and the id of a profile says nothing about its account: new ones follow the
-- largest of the sequence, the first profile of an account included. Code from before this migration cannot run on it.

-- The virtual columns of the same value, and the name of the table that counts by profile.
alter table watch_histories drop column profile_id;
alter table watch_histories rename column member_id to profile_id;
alter table watch_histories rename constraint watch_histories_member_id_not_null to watch_histories_profile_id_not_null;
alter table watch_histories rename constraint watch_histories_profile_fkey to watch_histories_profile_id_fkey;

alter table likes drop column profile_id;
alter table likes rename column member_id to profile_id;
alter table likes rename constraint likes_member_id_not_null to likes_profile_id_not_null;
alter table likes rename constraint likes_profile_fkey to likes_profile_id_fkey;
alter table likes rename constraint likes_member_id_series_id_episode_id_key to likes_profile_id_series_id_episode_id_key;

alter table reviews drop column profile_id;
alter table reviews rename column member_id to profile_id;
alter table reviews rename constraint reviews_member_id_not_null to reviews_profile_id_not_null;
alter table reviews rename constraint reviews_profile_fkey to reviews_profile_id_fkey;
alter table reviews rename constraint reviews_member_id_series_id_episode_id_key to reviews_profile_id_series_id_episode_id_key;

alter table release_alerts drop column profile_id;
alter table release_alerts rename column member_id to profile_id;
alter table release_alerts rename constraint release_alerts_member_id_not_null to release_alerts_profile_id_not_null;
alter table release_alerts rename constraint release_alerts_profile_fkey to release_alerts_profile_id_fkey;

alter table member_list_counts drop column profile_id;
alter table member_list_counts rename column member_id to profile_id;
alter table member_list_counts rename to profile_list_counts;
alter table profile_list_counts rename constraint member_list_counts_member_id_not_null to profile_list_counts_profile_id_not_null;
alter table profile_list_counts rename constraint member_list_counts_profile_fkey to profile_list_counts_profile_id_fkey;
alter table profile_list_counts rename constraint member_list_counts_pkey to profile_list_counts_pkey;

-- The argument is the column to update.
alter function maintain_member_counts() rename to maintain_profile_counts;
create or replace function maintain_profile_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    execute format(
      'insert into profile_list_counts as c (profile_id, %1$I) select profile_id, count(*) from new_rows group by 1 order by 1
       on conflict (profile_id) do update set %1$I = c.%1$I + excluded.%1$I', tg_argv[0]);
  else
    execute format(
      'update profile_list_counts c set %1$I = c.%1$I - deleted.count
       from (select profile_id, count(*) from old_rows group by 1) deleted where deleted.profile_id = c.profile_id',
      tg_argv[0]);
  end if;
  return null;
end $$;

-- Sets the account, and hides what staff decided to hide.
create or replace function complete_review() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select member_id into new.author_id from profiles where id = new.profile_id;
  new.is_hidden := new.is_hidden or exists (
    select from hidden_reviews h where h.series_id = new.series_id and hides_review(h, new));
  return new;
end $$;

-- The first profile is the one at position 1.
alter table profiles drop constraint profiles_first_check;
alter table profiles alter column id set start with 1;
select setval(pg_get_serial_sequence('profiles', 'id'), coalesce(max(id), 1), max(id) is not null) from profiles;

create or replace function create_first_profile() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into profiles (member_id, position, name, created_at)
  values (new.id, 1, normalize(btrim(left(new.username, 12))), new.created_at);
  return null;
end $$;

-- Pictures belong to profiles (D-182).
drop trigger move_profile_image on members;
drop function move_profile_image();
alter table members drop column profile_image_key;
