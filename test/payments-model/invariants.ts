import type pg from 'pg'

/**
 * Checks the invariants of the ledger, orders and subscription of a wallet. @returns the violated invariants. Reads
 * only the rows, independent of triggers and constraints.
 */
export async function brokenInvariants(pool: pg.Pool, wallet_id: number): Promise<string[]> {
  const { rows } = await pool.query<{ broken: string }>(
    { name: 'broken_invariants', text: invariantsQuery },
    [wallet_id],
  )
  return rows.map(({ broken }) => broken)
}

const invariantsQuery = `
with w as (select * from wallets where id = $1),
e as (select * from ledger_entries where wallet_id = $1),
p as (select p.*, case p.side when 'debit' then p.amount else -p.amount end as signed
  from ledger_postings p join e on e.id = p.entry_id),
l as (select * from point_lots where wallet_id = $1),
m as (select m.*, l.kind, l.entry_id as born from point_lot_movements m join l on l.id = m.lot_id),
o as (select * from orders where wallet_id = $1),
r as (select * from refunds where wallet_id = $1),
b as (select * from purchases where wallet_id = $1),
s as (select * from subscriptions where wallet_id = $1)
select 'an entry does not balance' as broken
  where exists (select from p group by entry_id, unit having sum(signed) <> 0)
union all select 'a balance is not what was posted' from w
  where (event_point, paid_point) <> (
    select coalesce(-sum(signed) filter (where unit = 'event'), 0)::int, coalesce(-sum(signed) filter (where unit = 'paid'), 0)::int
    from p where account = 'wallet')
  or event_point < 0 or paid_point < 0
union all select 'a running balance does not match its entries' where exists (
  select from (select *, sum(event_point) over (order by id) as events, sum(paid_point) over (order by id) as paids from e) e
  where (event_balance, paid_balance) is distinct from (events::int, paids::int))
union all select 'an amount is out of range' where exists (select from p where amount not between 1 and 10000000)
union all select 'one source has two entries'
  where exists (select from e group by source_type, source_id, kind having count(*) > 1)
union all select 'a lot does not match its moves' where exists (
  select from l where remaining <> (select coalesce(sum(change), 0) from m where m.lot_id = l.id)
    or remaining < 0 or remaining > amount)
union all select 'lots do not match the balance' from w where (event_point, paid_point) <> (
  select coalesce(sum(remaining) filter (where kind = 'event'), 0)::int,
    coalesce(sum(remaining) filter (where kind = 'paid'), 0)::int from l)
union all select 'points were returned to another lot' where exists (
  select from m join e on e.id = m.entry_id where m.change > 0 and m.entry_id <> m.born and not exists (
    select from point_lot_movements back where back.entry_id = e.reverses_entry_id and back.lot_id = m.lot_id and back.change = -m.change))
union all select 'paid points do not match confirmed less cancelled top-ups'
  where (select coalesce(sum(signed), 0) from p where account = 'issued') <>
    (select coalesce(sum(point_amount), 0) from o where kind = 'points' and paid_at is not null and undeliverable_reason is null) -
    (select coalesce(sum(paid_point), 0) from r where kind = 'points' and status = 'succeeded')
union all select 'the amount deducted from a top-up exceeds its spent bonus' where exists (
  select from o join lateral (select coalesce(sum(paid_point - amount), 0) as withheld from r
    where r.order_id = o.id and r.status = 'succeeded') k on true
  where o.kind = 'points' and (withheld > o.point_bonus or o.cancelled_amount + withheld > o.point_amount))
union all select 'held points do not match pending refunds'
  where (select coalesce(-sum(signed), 0) from p where account = 'refunding') <>
    (select coalesce(sum(event_point + paid_point), 0) from r where kind = 'points' and status = 'pending')
union all select 'a payment is not posted exactly once' where exists (
  select from o where payment_method = 'card' and (paid_at is not null) <>
    ((select coalesce(array_agg(amount_krw), '{}') from e where e.source_type = 'order' and e.source_id = o.id) = array[o.amount]))
union all select 'cancelled amounts do not match their postings' where exists (
  select from o where cancelled_amount <> (
    select coalesce(sum(case o.payment_method when 'card' then amount else event_point + paid_point end), 0)
    from r where r.order_id = o.id and r.status = 'succeeded')
  or cancelled_amount <> (
    select coalesce(sum(case o.payment_method when 'card' then -amount_krw else event_point + paid_point end), 0)
    from e where e.order_id = o.id and e.source_type = 'refund' and e.kind = 'refund'))
union all select 'two orders in flight for one item' where exists (
  select from o where status in ('created', 'confirming', 'unknown') group by kind, episode_id, point_amount, period_start having count(*) > 1)
union all select 'a purchase without payment, or a payment without purchase' where exists (
  select from o full join b on b.order_id = o.id
  where o.id is null or o.kind = 'episode' and o.undeliverable_reason is null
    and (o.status = 'paid') <> (b.id is not null and b.state <> 'refunded'))
union all select 'a purchase is refunded twice' where exists (
  select from r where kind <> 'points' and status <> 'failed' group by order_id having count(*) > 1)
union all select 'a played purchase is refunded' where exists (
  select from b where state in ('refunding', 'refunded') and first_used_at is not null)
union all select 'a purchase is active during its refund' where exists (
  select from r join b on b.order_id = r.order_id where r.status = 'pending' and r.reason <> 'undeliverable' and b.state <> 'refunding')
union all select 'a settled card refund does not have exactly one successful attempt' where exists (
  select from r where r.amount > 0 and (r.status = 'succeeded') <>
    ((select count(*) from gateway_attempts t where t.refund_id = r.id and t.state = 'succeeded') = 1))
union all select 'an attempt is pending for a settled refund or order' where exists (
  select from gateway_attempts t left join r on r.id = t.refund_id left join o on o.id = t.order_id
  where t.state in ('open', 'errored') and (r.status <> 'pending' or o.status not in ('confirming', 'unknown')))
union all select 'one period is charged twice' where exists (
  select from o where subscription_id is not null and status <> 'failed' group by subscription_id, period_start having count(*) > 1)
union all select 'a period start does not match its anchor' where exists (
  select from o join subscription_charges c on c.order_id = o.id where o.period_start <> period_start(c.billing_cycle_anchor, c.period_index))
union all select 'the wallet does not match the subscription' from w join s on true
  where (w.plan_id, w.plan_version, w.plan_expires_at) is distinct from (s.plan_id, s.plan_version, s.access_until)
union all select 'a subscription is active by an unpaid order' where exists (
  select from s join o on o.id = s.order_id where s.status in ('active', 'past_due') and (o.status <> 'paid' or o.undeliverable_reason is not null))
`
