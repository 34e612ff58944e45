-- D-50. Prices are whole won a month, tax included.
create table subscription_plans (
  id integer primary key,
  name text not null unique,
  price integer not null check (price > 0),
  max_height integer not null check (max_height > 0),
  streams integer not null check (streams > 0)
);
insert into subscription_plans (id, name, price, max_height, streams) values
  (1, '베이직', 7900, 720, 1),
  (2, '스탠다드', 10900, 1080, 2),
  (3, '프리미엄', 13900, 1080, 4);
