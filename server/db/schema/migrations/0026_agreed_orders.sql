-- When a member agreed to what he pays is proof of it (D-52): the proof stays as it was written.
create function enforce_consent_immutable() returns trigger language plpgsql as $$
begin
  raise exception 'P1: when an order was agreed to is fixed' using errcode = 'check_violation';
end $$;
create trigger enforce_consent_immutable before update of consented_at on orders
  for each row when (old.consented_at is distinct from new.consented_at)
  execute function enforce_consent_immutable();
