-- A rental that a purchase of the same episode ended is restored when that purchase is refunded (D-162).

-- The order that ended the rental while it ran; null once the rental is restored.
alter table purchases add column replaced_by_order_id integer references orders;
create index purchases_replaced on purchases (replaced_by_order_id) where replaced_by_order_id is not null;

create or replace function enforce_purchase_rules() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'P6: a purchase cannot be deleted' using errcode = 'check_violation';
  end if;
  if (old.wallet_id, old.episode_id, old.ownership_type_id, old.order_id, old.purchased_at)
    is distinct from (new.wallet_id, new.episode_id, new.ownership_type_id, new.order_id, new.purchased_at) then
    raise exception 'P1: the item of a purchase cannot change' using errcode = 'check_violation';
  end if;
  -- An ended rental is refunded by staff only and needs no `refunding`: there is no access to suspend. It becomes active again
  -- only when the purchase that replaced it is refunded.
  if old.state <> new.state and old.state || ' ' || new.state <> all (array[
    'active refunding', 'active ended', 'refunding refunded', 'refunding active', 'ended refunded'])
    and not (old.state = 'ended' and new.state = 'active' and new.replaced_by_order_id is null
      and exists (select from purchases p where p.order_id = old.replaced_by_order_id and p.state = 'refunded')) then
    raise exception 'P6: the state of a purchase cannot change from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if old.first_used_at is not null and new.first_used_at is distinct from old.first_used_at then
    raise exception 'R1: the first use of a purchase cannot change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
