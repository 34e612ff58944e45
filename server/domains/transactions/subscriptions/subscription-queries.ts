import type { Plan } from '#contract/transactions/subscriptions.ts'
import type { SubscriptionStatus } from '#contract/transactions/payment-constants.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import { readOrderRow } from '../orders/order-queries.ts'
import type { OrderRow } from '../orders/orders.ts'

/** A row of `subscriptions`. Instants in ISO 8601, amounts in whole won. */
type Row = {
  id: number
  wallet_id: number
  auto_renew: boolean
  next_plan_id: number | null
  first_used_at: string | null
  pending_order_id: number | null
  first_failed_at: string | null
  last_failed_at: string | null
  failure_code: string | null
  requested_plan_id: number | null
  consented_at: string | null
  next_action_at: string | null
}

/** A subscription whose first charge has not succeeded. */
export type IncompleteSubscription = Row & { status: 'new' }
export type StartedSubscription = Row & {
  status: SubscriptionStatus
  plan_id: number
  started_at: string
  billing_cycle_anchor: string
  period_index: number
  period_start: string
  period_end: string
  period_price: number
  order_id: number
  access_until: string
}
export type SubscriptionRow = IncompleteSubscription | StartedSubscription

/** Locks the single subscription of a wallet (S1), and creates it on first use. The caller holds the lock of the wallet. */
export async function lockSubscription(tx: Tx, wallet_id: number): Promise<SubscriptionRow> {
  const lock = () =>
    tx
      .selectFrom('subscriptions')
      .selectAll()
      .where('wallet_id', '=', wallet_id)
      .forUpdate()
      .executeTakeFirst()
  const existing = await lock()
  if (existing) return existing as SubscriptionRow
  await tx.insertInto('subscriptions').values({ wallet_id }).execute()
  return (await lock()) as SubscriptionRow
}

/** Narrows to a started subscription; null for an incomplete one. */
export const startedOrNull = (row: SubscriptionRow): StartedSubscription | null =>
  row.status === 'new' ? null : row

const planColumns = ['id', 'name', 'price', 'max_height', 'streams'] as const

/** Reads the plans on sale, in ascending order of price (D-50). */
export async function readPlans(db: Db): Promise<Plan[]> {
  return db.selectFrom('subscription_plans').select(planColumns).orderBy('price').execute()
}

export async function findPlan(db: Db, id: number): Promise<Plan | undefined> {
  return db
    .selectFrom('subscription_plans')
    .select(planColumns)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function readPlan(db: Db, id: number): Promise<Plan> {
  const plan = await findPlan(db, id)
  if (!plan) throw new Error(`There is no plan ${id}`)
  return plan
}

export type BillingCardRow = {
  id: number
  wallet_id: number
  billing_key_ciphertext: Buffer
  company: string
  masked_number: string
}

/** Finds the registered card of a wallet. */
export async function findCard(db: Db, wallet_id: number): Promise<BillingCardRow | undefined> {
  return db
    .selectFrom('billing_cards')
    .select(['id', 'wallet_id', 'billing_key_ciphertext', 'company', 'masked_number'])
    .where('wallet_id', '=', wallet_id)
    .where('removed_at', 'is', null)
    .$narrowType<BillingCardRow>()
    .executeTakeFirst()
}

/** A subscription charge of an order. */
export type ChargeRow = {
  kind: 'join' | 'upgrade' | 'renew'
  price: number
  proration_credit: number
  billing_cycle_anchor: string
  period_index: number
  card_id: number
  /** Whether renewal was off before this charge. */
  auto_renew_was_off: boolean
  /** Null if the card has been deleted since. */
  card: Pick<BillingCardRow, 'billing_key_ciphertext' | 'company' | 'masked_number'> | null
  customer_key: string
}

export async function readCharge(db: Db, order_id: number): Promise<ChargeRow> {
  const row = await db
    .selectFrom('subscription_charges as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .innerJoin('wallets as w', 'w.id', 'o.wallet_id')
    .innerJoin('billing_cards as b', 'b.id', 'c.card_id')
    .select([
      'c.kind',
      'c.price',
      'c.proration_credit',
      'c.billing_cycle_anchor',
      'c.period_index',
      'c.card_id',
      'c.auto_renew_was_off',
    ])
    .select(['w.customer_key', 'b.billing_key_ciphertext', 'b.company', 'b.masked_number'])
    .where('c.order_id', '=', order_id)
    .executeTakeFirstOrThrow()
  const { billing_key_ciphertext, company, masked_number, ...charge } = row
  const card =
    billing_key_ciphertext && company !== null && masked_number !== null
      ? { billing_key_ciphertext, company, masked_number }
      : null
  return { ...charge, kind: charge.kind as ChargeRow['kind'], card }
}

/** Finds the first order charged to a card; null if there is none. */
export async function findFirstCharge(db: Db, card_id: number): Promise<OrderRow | null> {
  const first = await db
    .selectFrom('subscription_charges')
    .select('order_id')
    .where('card_id', '=', card_id)
    .orderBy('order_id')
    .limit(1)
    .executeTakeFirst()
  return first ? readOrderRow(db, first.order_id) : null
}

/** Start of the last period that is paid or pending. The next one has to start later (S2). */
export async function lastPeriodStart(tx: Tx, subscription_id: number): Promise<string | null> {
  const row = await tx
    .selectFrom('orders')
    .select('period_start')
    .where('subscription_id', '=', subscription_id)
    .where('status', '<>', 'failed')
    .orderBy('period_start', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.period_start ?? null
}

export type DueSubscription = { id: number; wallet_id: number; next_action_at: string }

/** Reads a page of due subscriptions, the longest due first. */
export async function findDue(
  db: Db,
  now: Date,
  { after, limit }: { after: DueSubscription | undefined; limit: number },
): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    select id, wallet_id, next_action_at from subscriptions
    where next_action_at <= ${now} and (next_action_at, id) > (${after?.next_action_at ?? '-infinity'}::timestamptz, ${after?.id ?? 0}::int)
    order by next_action_at, id limit ${limit}`.execute(db)
  return rows
}

/** Finds the e-mail address of a wallet's owner; undefined once the account is deleted. */
export async function findOwnerEmail(tx: Tx, wallet_id: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('wallets')
    .innerJoin('members', 'members.id', 'wallets.member_id')
    .select('members.email')
    .where('wallets.id', '=', wallet_id)
    .executeTakeFirst()
  return row?.email
}

/** Whether a refund of a charge of the subscription is pending, except for the order `except_id`. */
export async function hasPendingRefund(
  tx: Tx,
  subscription_id: number,
  except_id = 0,
): Promise<boolean> {
  const refund = await tx
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select('refunds.id')
    .where('orders.subscription_id', '=', subscription_id)
    .where('refunds.status', '=', 'reserved')
    .where('orders.id', '<>', except_id)
    .where('refunds.reason', '<>', 'void')
    .executeTakeFirst()
  return refund !== undefined
}

/** Reads the plan of the next period. */
export const readNextPlan = (tx: Tx, subscription: StartedSubscription): Promise<Plan> =>
  readPlan(tx, subscription.next_plan_id ?? subscription.plan_id)
