-- When a member agreed to what he pays is proof of it (D-52): the proof stays as it was written.
create function keep_agreement() returns trigger language plpgsql as $$
begin
  raise exception 'P1: when an order was agreed to is fixed' using errcode = 'check_violation';
end $$;
create trigger keep_agreement before update of agreed_at on orders
  for each row when (old.agreed_at is distinct from new.agreed_at)
  execute function keep_agreement();
