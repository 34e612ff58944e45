-- outside a transaction
-- The profile that bought an episode, whose taste it shows (D-111); null if it is deleted or none was selected.
alter table orders add column if not exists profile_id integer;
alter table orders drop constraint if exists orders_profile_fkey;
alter table orders add constraint orders_profile_fkey foreign key (profile_id) references profiles on delete set null not valid;
drop index concurrently if exists orders_profile;
create index concurrently orders_profile on orders (profile_id) where profile_id is not null;
-- Orders of the time before count for the first profile, as they did.
do $$
declare
  batch_size constant integer := 5000;
  last_id constant integer := (select coalesce(max(id), 0) from orders);
begin
  for first_id in 0 .. last_id by batch_size loop
    update orders o set profile_id = w.member_id from wallets w
    where w.id = o.wallet_id and w.member_id is not null and o.kind = 'episode' and o.profile_id is null
      and o.id between first_id and first_id + batch_size - 1;
    commit;
  end loop;
end $$;
alter table orders validate constraint orders_profile_fkey;
