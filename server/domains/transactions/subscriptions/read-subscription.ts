import type {
  MemberSubscription,
  Plan,
  PlanQuote,
  Subscription,
} from '#contract/transactions/subscriptions.ts'
import type { Db } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { decideRefund } from '../refunds/refund-policy.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { sql } from 'kysely'
import { periodIndexAt, periodStart } from './billing-period.ts'
import { chargeFailureText } from './billing/payment-failure.ts'
import { type PlanChangeInput, decidePlanChange } from './plan-change-policy.ts'
import { requirePlan } from './subscribe.ts'

type Row = Omit<
  Subscription,
  'id' | 'status' | 'next_charge' | 'failed' | 'refundable' | 'order_id'
> & {
  /** Null without a subscription; `new` until the first charge succeeds. */
  status: Subscription['status'] | 'new' | null
  id: number
  billing_cycle_anchor: string
  period_index: number
  period_price: number
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
  company: string | null
  masked_number: string
  registered_at: string
}

/** A scalar subquery rather than a join: planning nine joins takes longer than executing the query. */
const planById = (id: string) => sql`(
  select json_build_object('id', p.id, 'name', p.name, 'price', p.price, 'max_height', p.max_height,
    'streams', p.streams) from subscription_plans p where p.id = ${sql.ref(id)})`

/** Reads a member's subscription and card in one statement. */
async function findSubscriptionRow(db: Db, member_id: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select s.id, s.status, s.auto_renew, s.started_at, s.period_start, s.period_end, s.billing_cycle_anchor, s.period_index,
      s.period_price, s.next_retry_at, s.failure_code, s.access_until, s.first_used_at,
      ${planById('s.plan_id')} as plan, ${planById('s.next_plan_id')} as next_plan,
      o.order_id, o.amount, o.cancelled_amount, o.paid_at,
      exists (select from refunds r where r.order_id = o.id and r.kind <> 'points' and r.status <> 'failed') as is_refunding,
      (select json_build_object('name', p.name, 'until', period_start(c.billing_cycle_anchor, c.period_index + 1)) from subscription_charges up
        join orders f on f.id = up.previous_order_id and f.status = 'paid' join subscription_charges c on c.order_id = f.id
        join subscription_plans p on p.id = f.plan_id where up.order_id = o.id) as before,
      (select charging.order_id from orders charging where charging.id = s.pending_order_id) as pending_order_id,
      b.company, b.masked_number, b.registered_at
    from wallets w
    left join subscriptions s on s.wallet_id = w.id
    left join orders o on o.id = s.order_id
    left join billing_cards b on b.wallet_id = w.id and b.removed_at is null
    where w.member_id = ${member_id}`.execute(db)
  return rows[0]
}

/** `GET …/subscriptions/me/` */
export async function readMemberSubscription(
  db: Db,
  member_id: number,
  now: Date,
): Promise<MemberSubscription> {
  const row = await findSubscriptionRow(db, member_id)
  if (!row) return { subscription: null, card: null, pending_order_id: null }
  const { company, masked_number, registered_at, pending_order_id } = row
  return {
    subscription: isStarted(row) ? toSubscriptionResponse(row, now) : null,
    card: company === null ? null : { company, masked_number, registered_at },
    pending_order_id,
  }
}

type StartedRow = Row & { status: Subscription['status'] }
const isStarted = (row: Row): row is StartedRow => row.status !== null && row.status !== 'new'

function toSubscriptionResponse(row: StartedRow, now: Date): Subscription {
  const { status, auto_renew, next_retry_at, plan, next_plan } = row
  const at = status === 'active' ? row.period_end : next_retry_at
  const before = row.before && { ...row.before, until: new Date(row.before.until).toISOString() }
  return {
    ...row,
    next_charge:
      auto_renew && status !== 'ended' && at !== null
        ? { at, amount: (next_plan ?? plan).price }
        : null,
    failed:
      status === 'past_due'
        ? {
            code: row.failure_code ?? '',
            detail: chargeFailureText(row.failure_code ?? ''),
            next_retry_at: auto_renew ? next_retry_at : null,
            access_until: row.access_until,
          }
        : null,
    refundable: decideRefund({ ...row, before, kind: 'subscription' }, now),
  }
}

/**
 * `GET …/subscriptions/me/quote/`: the amount of choosing a plan now, and the next charge. `subscribe` applies the same
 * policy.
 * @throws ProblemError `same_plan`; 400 `not_in_list`
 */
export async function previewPlanChange(
  parts: Pick<PaymentDependencies, 'db'>,
  member_id: number,
  plan_id: number,
  now: Date,
): Promise<PlanQuote> {
  const plan = await requirePlan(parts, plan_id)
  const row = await findSubscriptionRow(parts.db, member_id)
  const running = row && isStarted(row) ? row : null
  const planChange = decidePlanChange(running && toPlanChangeInput(running), plan, now)
  const quote = (
    effective: PlanQuote['effective'],
    at: Date,
    charge = { amount: 0, credit: 0 },
  ) => ({
    ...{ plan, effective, amount_now: charge.amount, credit: charge.credit },
    next_charge: { at: at.toISOString(), amount: plan.price },
  })
  switch (planChange.change) {
    case 'none':
      return throwProblem('same_plan')
    case 'join':
    case 'upgrade':
      return quote('now', periodStart(now, 1), planChange)
    case 'settle': {
      const { billing_cycle_anchor: anchor, period_index: period } = running as StartedRow
      const paid = Math.max(period + 1, periodIndexAt(new Date(anchor), now))
      return quote('now', periodStart(new Date(anchor), paid + 1), planChange)
    }
    case 'continue':
    case 'next_period':
      return quote('next_period', new Date((running as StartedRow).period_end))
  }
}

const toPlanChangeInput = ({ plan, next_plan, ...row }: StartedRow): PlanChangeInput => ({
  ...row,
  plan_id: plan.id,
  next_plan_id: (next_plan as Plan | null)?.id ?? null,
})
