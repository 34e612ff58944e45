-- Top-up packages, which were a constant. 1P is 1원 in all of them: only the bonus differs.
-- Locks orders. Previous code runs.

-- A package of points. Its terms never change: a new bonus is another package, so that an order names what its member has seen.
-- Owner: transactions.
create table point_packages (
  id integer generated always as identity primary key,
  -- Won, and the paid points that they buy.
  amount integer not null check (amount between 100 and 10000000),
  -- Event points.
  bonus integer not null check (bonus between 0 and amount),
  created_at timestamptz not null default now(),
  -- Since when it is not sold, for good.
  retired_at timestamptz
);
create unique index point_packages_on_sale on point_packages (amount) where retired_at is null;
insert into point_packages (amount, bonus) values
  (1000, 0), (3000, 0), (5000, 0), (10000, 300), (30000, 1200), (50000, 2500), (100000, 6000);

-- Null in top-ups before there were packages.
alter table orders add column point_package_id integer;
alter table orders add constraint orders_point_package_fkey
  foreign key (point_package_id) references point_packages not valid;

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on point_packages from hanpyeon_app;
    grant update (retired_at) on point_packages to hanpyeon_app;
  end if;
end $$;
