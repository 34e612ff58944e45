-- Functions and triggers of subscriptions. `period_start` and `grace_period_end` stand in the migration of the table, whose generated columns
-- store their results.

create or replace function invalidate_plans() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform notify_cache_invalidation(array['plans']);
  return null;
end $$;
create or replace trigger invalidate_plans after insert or update or delete on subscription_plans
  for each statement execute function invalidate_plans();

-- A changed term or name is another version, so that an edit or an order that has seen the former one is noticed.
create or replace function number_plan_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create or replace trigger number_plan_version before update on subscription_plans for each row
  when ((old.name, old.price, old.max_height, old.streams) is distinct from (new.name, new.price, new.max_height, new.streams))
  execute function number_plan_version();

create or replace function record_plan_version() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into plan_versions (plan_id, version, price, max_height, streams)
  values (new.id, new.version, new.price, new.max_height, new.streams) on conflict do nothing;
  return null;
end $$;
create or replace trigger record_plan_version after insert or update on subscription_plans
  for each row execute function record_plan_version();

-- An order without a version comes from code without versions: a renewal has that of its subscription, others the one on sale.
create or replace function set_order_plan_version() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.plan_version := coalesce(
    (select case new.plan_id when s.next_plan_id then s.next_plan_version when s.plan_id then s.plan_version end
      from subscriptions s
      where s.id = new.subscription_id and (s.status = 'past_due' or s.status = 'active' and s.auto_renew)),
    (select version from subscription_plans where id = new.plan_id));
  return new;
end $$;
create or replace trigger set_order_plan_version before insert on orders
  for each row when (new.plan_id is not null and new.plan_version is null) execute function set_order_plan_version();

-- Whether a member has agreed to an offer of other terms of the plan, or need not.
create or replace function is_offer_agreed(offer price_offers) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select not offer.needs_consent
    or exists (select from price_consents where offer_id = offer.id and withdrawn_at is null);
$$;

-- A charge has the terms that its subscription has agreed to: those of the current period, those of another plan that the member
-- has chosen, or those of an offer. Only joining and upgrading may have the terms on sale: the lock makes it wait for an edit of the
-- plan, and the edit for it.
create or replace function enforce_charge_terms() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  charged record;
begin
  select plan_id, plan_version, subscription_id, period_start into charged from orders where id = new.order_id;
  if new.kind <> 'join' and exists (select from subscriptions s where s.id = charged.subscription_id
    and ((s.plan_id, s.plan_version, s.period_price) = (charged.plan_id, charged.plan_version, new.price)
      or s.next_plan_id <> s.plan_id
        and (s.next_plan_id, s.next_plan_version, s.next_plan_price) = (charged.plan_id, charged.plan_version, new.price))) then
    return new;
  end if;
  if new.kind = 'renew' then
    perform from price_offers o join price_changes c on c.id = o.price_change_id
      where o.subscription_id = charged.subscription_id and o.outcome = 'applied' and o.effective_at <= charged.period_start
        and (c.plan_id, c.to_version, o.new_price) = (charged.plan_id, charged.plan_version, new.price) and is_offer_agreed(o);
  else
    perform from subscription_plans p
      where (p.id, p.version, p.price) = (charged.plan_id, charged.plan_version, new.price) and p.retired_at is null for share;
  end if;
  if not found then
    raise exception 'A charge must have terms that are on sale or agreed to' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger enforce_charge_terms before insert on subscription_charges
  for each row execute function enforce_charge_terms();

-- The current period has the terms of the order that paid it, whatever is written.
create or replace function set_subscription_plan_version() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.plan_version := (select plan_version from orders where id = new.order_id);
  new.period_price := coalesce((select price from subscription_charges where order_id = new.order_id), new.period_price);
  return new;
end $$;
create or replace trigger set_subscription_plan_version before insert or update of order_id, plan_id, plan_version, period_price on subscriptions
  for each row execute function set_subscription_plan_version();

-- Copies plan and end of access to the wallet, so that an entitlement needs one lookup.
create or replace function sync_wallet_plan() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update wallets set plan_id = new.plan_id, plan_version = new.plan_version, plan_expires_at = new.access_until
  where id = new.wallet_id
    and (plan_id, plan_version, plan_expires_at) is distinct from (new.plan_id, new.plan_version, new.access_until);
  return null;
end $$;
create or replace trigger sync_wallet_plan after insert or update on subscriptions
  for each row execute function sync_wallet_plan();

-- The terms of the next plan are agreed to when it is chosen, whatever is written: those on sale, or for the same plan those of
-- an offer that the member has agreed to.
create or replace function agree_next_plan_price() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.next_plan_id is not distinct from old.next_plan_id then
    new.next_plan_price := old.next_plan_price;
    new.next_plan_version := old.next_plan_version;
    return new;
  end if;
  new.next_plan_price := null;
  new.next_plan_version := null;
  if new.next_plan_id = new.plan_id then
    select o.new_price, c.to_version into new.next_plan_price, new.next_plan_version
    from price_offers o join price_changes c on c.id = o.price_change_id
    where o.subscription_id = new.id and o.outcome = 'applied' and (c.plan_id, c.from_version) = (new.plan_id, new.plan_version)
      and is_offer_agreed(o)
    order by o.effective_at desc limit 1;
  else
    select price, version into new.next_plan_price, new.next_plan_version from subscription_plans where id = new.next_plan_id;
  end if;
  return new;
end $$;
create or replace trigger agree_next_plan_price before insert or update of next_plan_id, next_plan_price, next_plan_version on subscriptions
  for each row execute function agree_next_plan_price();

-- An offer has the prices of its subscription and of the new version. Worse terms are announced 30 calendar days before they apply
-- (decisions/0042-subscriptions).
create or replace function set_price_offer_terms() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select s.period_price, n.price, n.price > s.period_price or n.max_height < f.max_height or n.streams < f.streams
  into new.old_price, new.new_price, new.needs_consent
  from price_changes c
  join subscriptions s on s.id = new.subscription_id and (s.plan_id, s.plan_version) = (c.plan_id, c.from_version)
  join plan_versions f on (f.plan_id, f.version) = (c.plan_id, c.from_version)
  join plan_versions n on (n.plan_id, n.version) = (c.plan_id, c.to_version)
  where c.id = new.price_change_id and c.stopped_at is null;
  if not found then
    raise exception 'An offer is for a subscription with the former version' using errcode = 'check_violation';
  end if;
  if new.needs_consent and price_consent_opens(new.effective_at) < (new.announced_at at time zone 'Asia/Seoul')::date then
    raise exception 'An offer of worse terms is announced 30 days before' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger set_price_offer_terms before insert on price_offers
  for each row execute function set_price_offer_terms();

-- The first day in Seoul on which the member may agree to terms that apply at `effective_at`: 전자상거래법 시행령 제20조의2.
create or replace function price_consent_opens(effective_at timestamptz) returns date
language sql immutable strict parallel safe as $$
  select (effective_at at time zone 'Asia/Seoul')::date - 30;
$$;

-- A consent has the terms of its offer and is given within the 30 days before they apply. It is not withdrawn once they do.
create or replace function enforce_price_consent() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  offer price_offers;
begin
  select * into offer from price_offers where id = new.offer_id for update;
  if offer.outcome is not null then
    raise exception 'The offer has been settled' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    new.terms := offer.terms;
    if new.agreed_at >= offer.effective_at
      or (new.agreed_at at time zone 'Asia/Seoul')::date < price_consent_opens(offer.effective_at) then
      raise exception 'A consent is given within the 30 days before the terms apply' using errcode = 'check_violation';
    end if;
  elsif (new.offer_id, new.terms, new.agreed_at) is distinct from (old.offer_id, old.terms, old.agreed_at) or old.withdrawn_at is not null then
    raise exception 'A consent is not changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger enforce_price_consent before insert or update on price_consents
  for each row execute function enforce_price_consent();

-- The outcome of an offer is final.
create or replace function keep_price_outcome() returns trigger language plpgsql as $$
begin
  raise exception 'The offer has been settled' using errcode = 'check_violation';
end $$;
create or replace trigger keep_price_outcome before update on price_offers for each row
  when (old.outcome is not null or new.outcome is null) execute function keep_price_outcome();
