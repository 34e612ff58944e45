import type { Plan, PriceOffer, Subscription } from '#contract/transactions/subscriptions.ts'
import type { SubscriptionStatus } from '#contract/transactions/payment-schemas.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { type Selectable, sql, type Updateable, type Insertable } from 'kysely'
import { isPaused } from '../ledger/wallet-queries.ts'
import { agreedTerms, type OfferedPlan } from './plan-change-policy.ts'
import type { OfferState } from './price-offers/price-offer-policy.ts'
import { currentOffer } from './price-offers/price-offer-queries.ts'

type Row = Omit<Selectable<DB['subscriptions']>, 'status'>

/** Columns that are set by the first charge that succeeds. */
type StartedColumn =
  | ('plan_id' | 'plan_version' | 'started_at' | 'order_id' | 'access_until')
  | ('billing_cycle_anchor' | 'period_index' | 'period_start' | 'period_end' | 'period_price')

/** A row of `subscriptions` whose first charge has succeeded. Instants in ISO 8601, amounts in whole won. */
export type StartedSubscription = Omit<Row, StartedColumn> & {
  [C in StartedColumn]: NonNullable<Row[C]>
} & { status: SubscriptionStatus }

/** A subscription is `incomplete` until its first charge succeeds. */
export type SubscriptionRow = (Row & { status: 'incomplete' }) | StartedSubscription

/** Locks the single subscription of a wallet, and creates it on first use. The caller holds the lock of the wallet. */
export async function lockSubscription(tx: Tx, wallet_id: number): Promise<SubscriptionRow> {
  const lock = () =>
    tx
      .selectFrom('subscriptions')
      .selectAll()
      .where('wallet_id', '=', wallet_id)
      .forUpdate()
      .$castTo<SubscriptionRow>()
      .executeTakeFirst()
  const existing = await lock()
  if (existing) return existing
  await tx.insertInto('subscriptions').values({ wallet_id }).execute()
  return (await lock()) as SubscriptionRow
}

/** Narrows to a started subscription; null for one whose first charge has not succeeded. */
export const startedOrNull = (row: SubscriptionRow): StartedSubscription | null =>
  row.status === 'incomplete' ? null : row

/** Locks the subscription of a wallet if there is one. */
export const lockExistingSubscription = (tx: Tx, wallet_id: number) =>
  tx
    .selectFrom('subscriptions')
    .select('id')
    .where('wallet_id', '=', wallet_id)
    .forUpdate()
    .executeTakeFirst()

/**
 * Locks the wallet of a due subscription; undefined if another transaction holds the lock, or the account is suspended
 * or about to be deleted.
 */
export async function lockDueWallet(tx: Tx, wallet_id: number) {
  const { rows } = await sql<{ member_id: number | null }>`
    select member_id from wallets where id = ${wallet_id} for update skip locked`.execute(tx)
  // A statement of its own after the lock, which a suspension and scheduling the deletion take, too.
  const open = await sql`select where not ${isPaused(sql`${wallet_id}::int`)}`.execute(tx)
  return open.rows.length > 0 ? rows[0] : undefined
}

export const updateSubscription = (tx: Tx, id: number, values: Updateable<DB['subscriptions']>) =>
  tx.updateTable('subscriptions').set(values).where('id', '=', id).execute()

/** Columns of a subscription without an agreed plan that waits for a card. */
export const noPlanRequest = {
  requested_plan_id: null,
  requested_plan_version: null,
  consented_at: null,
}

/** Columns of a subscription without a failed charge. */
export const noChargeFailure = {
  first_failed_at: null,
  last_failed_at: null,
  failure_code: null,
  next_retry_at: null,
}

/** Ends a subscription and its access at once. A pending charge is refunded automatically once it succeeds. */
export const markSubscriptionEnded = (tx: Tx, id: number, now: Date) =>
  tx
    .updateTable('subscriptions')
    .set({
      status: 'ended',
      ended_at: now.toISOString(),
      next_plan_id: null,
      pending_order_id: null,
      ...noPlanRequest,
      ...noChargeFailure,
    })
    .where('id', '=', id)
    .where('status', '<>', 'incomplete')
    .execute()

/** Marks a subscription as past due. @returns the end of its access. */
export async function markPastDue(
  tx: Tx,
  id: number,
  failure: Record<'first_failed_at' | 'last_failed_at' | 'failure_code' | 'next_retry_at', string>,
): Promise<string | null> {
  const { access_until } = await tx
    .updateTable('subscriptions')
    .set({ status: 'past_due', ...failure })
    .where('id', '=', id)
    .returning('access_until')
    .executeTakeFirstOrThrow()
  return access_until
}

const planColumns = ['id', 'name', 'version', 'price', 'max_height', 'streams'] as const

/** Reads the plans on sale, in ascending order of price. */
export const readPlans = (db: Db): Promise<Plan[]> =>
  db
    .selectFrom('subscription_plans')
    .select(planColumns)
    .where('retired_at', 'is', null)
    .orderBy('price')
    .orderBy('id')
    .execute()

const planById = (db: Db, id: number) =>
  db
    .selectFrom('subscription_plans')
    .select([...planColumns, 'retired_at'])
    .where('id', '=', id)

export const findPlan = (db: Db, id: number): Promise<OfferedPlan | undefined> =>
  planById(db, id).executeTakeFirst()

export const readPlan = (db: Db, id: number): Promise<OfferedPlan> =>
  planById(db, id).executeTakeFirstOrThrow()

/** Reads a plan whose terms and sale do not change before the end of the transaction. */
export const lockPlan = (tx: Tx, id: number): Promise<OfferedPlan> =>
  planById(tx, id).forShare().executeTakeFirstOrThrow()

/** Reads a plan with the terms of a version. */
export async function readPlanVersion(
  db: Db,
  { id, version, price }: Pick<Plan, 'id' | 'version' | 'price'>,
): Promise<Plan> {
  const terms = await db
    .selectFrom('plan_versions as v')
    .innerJoin('subscription_plans as p', 'p.id', 'v.plan_id')
    .select(['p.id', 'p.name', 'v.version', 'v.max_height', 'v.streams'])
    .where('v.plan_id', '=', id)
    .where('v.version', '=', version)
    .executeTakeFirstOrThrow()
  return { ...terms, price }
}

/** Reads the plan of the next period as agreed. */
export async function readNextPlan(tx: Tx, subscription: StartedSubscription): Promise<Plan> {
  const id = subscription.next_plan_id ?? subscription.plan_id
  const terms = agreedTerms(subscription, id)
  if (!terms) throw new Error(`The subscription ${subscription.id} has not agreed to plan ${id}`)
  return readPlanVersion(tx, { id, ...terms })
}

export type DueSubscription = {
  id: number
  wallet_id: number
  next_action_at: string
  /** Whether a job renews it. */
  is_queued: boolean
}

/** Finds a page of due subscriptions of accounts that are not paused, the longest due first. */
export async function findDueSubscriptions(
  db: Db,
  now: Date,
  { after, limit }: { after: DueSubscription | undefined; limit: number },
): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    select id, wallet_id, next_action_at, job_is_queued('renewal:' || wallet_id) as is_queued from subscriptions
    where next_action_at <= ${now} and not ${isPaused(sql.ref('subscriptions.wallet_id'))}
      and (next_action_at, id) > (${after?.next_action_at ?? '-infinity'}::timestamptz, ${after?.id ?? 0}::int)
    order by next_action_at, id limit ${limit}`.execute(db)
  return rows
}

/** A member's subscription, card and pending charge, as the member sees them. */
export type MemberSubscriptionRow = Omit<
  Subscription,
  | ('id' | 'status' | 'next_plan' | 'next_charge' | 'failed' | 'refundable' | 'order_id')
  | 'price_offer'
> & {
  id: number
  /** Null without a subscription; `incomplete` until the first charge succeeds. */
  status: Subscription['status'] | 'incomplete' | null
  next_plan: Plan | null
  billing_cycle_anchor: string
  period_index: number
  period_price: number
  plan_version: number
  next_plan_version: number | null
  next_plan_price: number | null
  next_retry_at: string | null
  failure_code: string | null
  access_until: string
  first_used_at: string | null
  order_id: string
  amount: number
  cancelled_amount: number
  paid_at: string
  is_refunding: boolean
  before: { name: string; until: string } | null
  pending_order_id: string | null
  price_offer: (Omit<PriceOffer, 'at'> & Pick<OfferState, 'effective_at'>) | null
  company: string | null
  masked_number: string
  registered_at: string
}

/** A scalar subquery rather than a join: planning nine joins takes longer than executing the query. */
const planOf = (id: string, version: string) => sql`(
  select json_build_object('id', p.id, 'name', p.name, 'version', v.version, 'price', v.price, 'max_height', v.max_height,
    'streams', v.streams) from plan_versions v join subscription_plans p on p.id = v.plan_id
  where v.plan_id = ${sql.ref(id)} and v.version = ${sql.ref(version)})`

/** Finds a member's subscription and card in one statement; undefined without a wallet. */
export async function findMemberSubscription(db: Db, member_id: number, now: Date) {
  const { rows } = await sql<MemberSubscriptionRow>`
    select s.id, s.status, s.auto_renew, s.started_at, s.period_start, s.period_end, s.billing_cycle_anchor, s.period_index,
      s.period_price, s.plan_version, s.next_plan_version, s.next_plan_price, s.next_retry_at, s.failure_code, s.access_until, s.first_used_at,
      ${planOf('s.plan_id', 's.plan_version')} as plan,
      ${planOf('s.next_plan_id', 's.next_plan_version')} as next_plan,
      o.order_id, o.amount, o.cancelled_amount, o.paid_at,
      exists (select from refunds r where r.order_id = o.id and r.kind <> 'points' and r.status <> 'failed') as is_refunding,
      (select json_build_object('name', p.name, 'until', period_start(c.billing_cycle_anchor, c.period_index + 1)) from subscription_charges up
        join orders f on f.id = up.previous_order_id and f.status = 'paid' join subscription_charges c on c.order_id = f.id
        join subscription_plans p on p.id = f.plan_id where up.order_id = o.id) as before,
      (select charging.order_id from orders charging where charging.id = s.pending_order_id) as pending_order_id,
      ${currentOffer(now)} as price_offer,
      b.company, b.masked_number, b.registered_at
    from wallets w
    left join subscriptions s on s.wallet_id = w.id
    left join orders o on o.id = s.order_id
    left join billing_cards b on b.wallet_id = w.id and b.removed_at is null
    where w.member_id = ${member_id}`.execute(db)
  return rows[0]
}

export type BillingCardRow = {
  id: number
  wallet_id: number
  billing_key_ciphertext: Buffer
  company: string
  masked_number: string
}

/** Finds the registered card of a wallet. */
export const findCard = (db: Db, wallet_id: number): Promise<BillingCardRow | undefined> =>
  db
    .selectFrom('billing_cards')
    .select(['id', 'wallet_id', 'billing_key_ciphertext', 'company', 'masked_number'])
    .where('wallet_id', '=', wallet_id)
    .where('removed_at', 'is', null)
    .$narrowType<BillingCardRow>()
    .executeTakeFirst()

/** Finds the card that was registered with an auth key, including removed cards. */
export const findCardByAuthKey = (db: Db, wallet_id: number, auth_key_hash: Buffer) =>
  db
    .selectFrom('billing_cards')
    .select('id')
    .where('wallet_id', '=', wallet_id)
    .where('auth_key_hash', '=', auth_key_hash)
    .executeTakeFirst()

export const findCardByBillingKey = (db: Db, billing_key_blind_index: Buffer) =>
  db
    .selectFrom('billing_cards')
    .select(['id', 'wallet_id'])
    .where('billing_key_blind_index', '=', billing_key_blind_index)
    .executeTakeFirst()

/** Reads removed cards whose billing key still exists and has no job that deletes it. */
export async function findUndeletedCards(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('billing_cards')
    .select('id')
    .where('removed_at', 'is not', null)
    .where('billing_key_ciphertext', 'is not', null)
    .where(sql<boolean>`not job_is_queued('card:' || id)`)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Finds a removed card; its billing key is null once it is erased. */
export const findRemovedCard = (db: Db, id: number) =>
  db
    .selectFrom('billing_cards')
    .select('billing_key_ciphertext')
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()

export const insertCard = (tx: Tx, card: Insertable<DB['billing_cards']>) =>
  tx.insertInto('billing_cards').values(card).execute()

/** Removes the card of a wallet. @returns the removed cards, at most one. */
export const markCardsRemoved = (tx: Tx, wallet_id: number, now: Date) =>
  tx
    .updateTable('billing_cards')
    .set({ removed_at: now.toISOString() })
    .where('wallet_id', '=', wallet_id)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute()

/** Erases the data of a card and keeps its row. @returns whether data was erased. */
export async function eraseCard(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('billing_cards')
    .set((column) => ({
      billing_key_ciphertext: null,
      billing_key_blind_index: null,
      company: null,
      masked_number: null,
      removed_at: column.fn.coalesce('removed_at', column.val(now.toISOString())),
    }))
    .where('id', '=', id)
    .where('billing_key_ciphertext', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
