-- The terms of rentals, which were constants. Each rental keeps those that its order has seen.
-- Locks orders, purchases. Previous code runs.

-- Within how many days a rental is started, and for how many hours it plays from then on. The newest row is for new orders.
-- Owner: transactions. Append-only.
create table rental_terms (
  id integer generated always as identity primary key,
  start_days integer not null check (start_days between 1 and 365),
  playback_hours integer not null check (playback_hours between 1 and 720),
  created_at timestamptz not null default now()
);
insert into rental_terms (start_days, playback_hours) values (30, 48);

-- Null for what is no rental. Rows from before have the first terms; a default fills them without writing the rows.
alter table orders add column rental_terms_id integer default 1;
alter table orders alter column rental_terms_id drop default;
alter table orders add constraint orders_rental_terms_fkey
  foreign key (rental_terms_id) references rental_terms not valid;
alter table purchases add column rental_terms_id integer default 1;
alter table purchases alter column rental_terms_id drop default;
alter table purchases add constraint purchases_rental_terms_fkey
  foreign key (rental_terms_id) references rental_terms not valid;

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke delete on rental_terms from hanpyeon_app;
  end if;
end $$;
