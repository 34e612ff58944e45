import type { WithoutConsent } from '#contract/transactions/subscriptions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import { isPaused } from '../../ledger/wallet-queries.ts'
import type { OfferDecision, OfferState } from './price-offer-policy.ts'

/** SQL for whether an offer of a running price change, not yet due, concerns the subscription `s` as it renews now. */
const isCurrentOffer = (now: Date) => sql<boolean>`
  o.subscription_id = s.id and o.outcome is null and c.stopped_at is null and o.effective_at > ${now}
  and (c.plan_id, c.from_version) = (s.plan_id, s.plan_version) and s.next_plan_id is null and s.auto_renew
  and s.status in ('active', 'past_due')`

const agreedAt = sql`(select agreed_at from price_consents where offer_id = o.id and withdrawn_at is null)`

/** SQL for the offer that the member of the subscription `s` can answer, as JSON; null without one. */
export const currentOffer = (now: Date) => sql`(
  select json_build_object('id', o.id, 'effective_at', o.effective_at, 'old_price', o.old_price, 'new_price', o.new_price,
    'needs_consent', o.needs_consent, 'without_consent', c.without_consent, 'terms', o.terms, 'agreed_at', ${agreedAt})
  from price_offers o join price_changes c on c.id = o.price_change_id where ${isCurrentOffer(now)}
  order by o.effective_at limit 1)`

/** Finds the offer that the member of a subscription can answer. */
export async function findCurrentOffer(tx: Tx, subscription_id: number, now: Date) {
  const { rows } = await sql<{ offer: OfferState | null }>`
    select ${currentOffer(now)} as offer from subscriptions s where s.id = ${subscription_id}`.execute(
    tx,
  )
  return rows[0]?.offer ?? null
}

type LockedOffer = Pick<OfferState, 'needs_consent' | 'agreed_at' | 'without_consent'> & {
  id: number
}

/** Locks an offer that the member of a wallet can answer; undefined if it is another's, due, settled or stopped. */
export async function lockCurrentOffer(
  tx: Tx,
  { id, wallet_id, now }: { id: number; wallet_id: number; now: Date },
): Promise<LockedOffer | undefined> {
  const { rows } = await sql<LockedOffer>`
    select o.id, o.needs_consent, c.without_consent, ${agreedAt} as agreed_at
    from price_offers o join price_changes c on c.id = o.price_change_id join subscriptions s on s.id = o.subscription_id
    where o.id = ${id} and s.wallet_id = ${wallet_id} and ${isCurrentOffer(now)} for update of o for share of c`.execute(
    tx,
  )
  return rows[0]
}

/** Locks the offer of a subscription that applies to the period which is charged now. */
export async function lockDueOffer(
  tx: Tx,
  subscription_id: number,
  now: Date,
): Promise<LockedOffer | undefined> {
  const { rows } = await sql<LockedOffer>`
    select o.id, o.needs_consent, c.without_consent, ${agreedAt} as agreed_at
    from price_offers o join price_changes c on c.id = o.price_change_id join subscriptions s on s.id = o.subscription_id
    where o.subscription_id = ${subscription_id} and o.outcome is null and c.stopped_at is null and o.effective_at <= ${now}
      and (c.plan_id, c.from_version) = (s.plan_id, s.plan_version) and s.next_plan_id is null
    order by o.effective_at desc limit 1 for update of o for share of c`.execute(tx)
  return rows[0]
}

export const setOutcome = (tx: Tx, id: number, outcome: OfferDecision | 'stopped') =>
  tx.updateTable('price_offers').set({ outcome }).where('id', '=', id).execute()

/** Records the consent to an offer; the database copies the terms. Repeating it has no further effect. */
export const insertConsent = (tx: Tx, offer_id: number, now: Date) =>
  tx
    .insertInto('price_consents')
    .values({ offer_id, terms: '', agreed_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict.column('offer_id').where('withdrawn_at', 'is', null).doNothing(),
    )
    .execute()

export const withdrawConsent = (tx: Tx, offer_id: number, now: Date) =>
  tx
    .updateTable('price_consents')
    .set({ withdrawn_at: now.toISOString() })
    .where('offer_id', '=', offer_id)
    .where('withdrawn_at', 'is', null)
    .execute()

/** The terms of a plan in two versions, with the agreed price of the subscription. */
export type OfferedTerms = {
  old_price: number
  new_price: number
  old_height: number
  new_height: number
  old_streams: number
  new_streams: number
}

export type UnannouncedOffer = OfferedTerms & {
  price_change_id: number
  subscription_id: number
  wallet_id: number
  plan: string
  effective_at: string
  needs_consent: boolean
  without_consent: WithoutConsent
  company: string | null
  masked_number: string
}

/**
 * Finds subscriptions to which an offer is to be announced now, in the order of their ids. Worse terms are announced on the first
 * day on which the member may agree to them; a day that is missed leaves the member at the former terms for another period.
 */
export async function findUnannouncedOffers(
  db: Db,
  now: Date,
  range: { after: number; limit: number } | { subscription_id: number },
): Promise<UnannouncedOffer[]> {
  const isInRange =
    'subscription_id' in range
      ? sql`s.id = ${range.subscription_id}`
      : sql`s.id > ${range.after} order by s.id limit ${range.limit}`
  const { rows } = await sql<UnannouncedOffer>`
    select c.id as price_change_id, s.id as subscription_id, s.wallet_id, p.name as plan, e.effective_at, c.without_consent,
      s.period_price as old_price, n.price as new_price, f.max_height as old_height, n.max_height as new_height,
      f.streams as old_streams, n.streams as new_streams, w.is_worse as needs_consent, b.company, b.masked_number
    from price_changes c
    join subscription_plans p on p.id = c.plan_id
    join plan_versions f on (f.plan_id, f.version) = (c.plan_id, c.from_version)
    join plan_versions n on (n.plan_id, n.version) = (c.plan_id, c.to_version)
    join subscriptions s on (s.plan_id, s.plan_version) = (c.plan_id, c.from_version)
    left join billing_cards b on b.wallet_id = s.wallet_id and b.removed_at is null
    cross join lateral (select n.price > s.period_price or n.max_height < f.max_height or n.streams < f.streams as is_worse) w
    cross join lateral (
      select period_start(s.billing_cycle_anchor, s.period_index + k) as effective_at from generate_series(1, 2) k
      where period_start(s.billing_cycle_anchor, s.period_index + k) > ${now}
        and (not w.is_worse or price_consent_opens(period_start(s.billing_cycle_anchor, s.period_index + k))
          = (${now}::timestamptz at time zone 'Asia/Seoul')::date)
      order by k limit 1) e
    where c.stopped_at is null and s.status in ('active', 'past_due') and s.auto_renew and s.next_plan_id is null
      and (e.effective_at at time zone 'Asia/Seoul')::date >= c.starts_on
      and not ${isPaused(sql`s.wallet_id`)}
      and not exists (select from price_offers o where o.price_change_id = c.id and o.subscription_id = s.id)
      and ${isInRange}`.execute(db)
  return rows
}

export const insertOffer = (
  tx: Tx,
  offer: Pick<UnannouncedOffer, 'price_change_id' | 'subscription_id' | 'effective_at'> & {
    announced_at: string
    terms: string
  },
) =>
  tx
    .insertInto('price_offers')
    // A trigger sets the prices.
    .values({ ...offer, old_price: 1, new_price: 1, needs_consent: true })
    .execute()

export type StoppedOffer = { id: number; wallet_id: number; plan: string; old_price: number }

/** Finds open offers of stopped price changes whose members are to be told, in the order of their ids. */
export async function findStoppedOffers(
  db: Db,
  now: Date,
  { after, limit }: { after: number; limit: number },
): Promise<StoppedOffer[]> {
  const { rows } = await sql<StoppedOffer>`
    select o.id, s.wallet_id, p.name as plan, o.old_price
    from price_offers o join price_changes c on c.id = o.price_change_id join subscriptions s on s.id = o.subscription_id
    join subscription_plans p on p.id = c.plan_id
    where c.stopped_at is not null and o.outcome is null and o.effective_at > ${now} and o.id > ${after}
    order by o.id limit ${limit}`.execute(db)
  return rows
}

/** Locks an open offer. @returns whether it is still open */
export async function lockOpenOffer(tx: Tx, id: number): Promise<boolean> {
  const lock = sql`select from price_offers where id = ${id} and outcome is null for update`
  return (await lock.execute(tx)).rows.length > 0
}
