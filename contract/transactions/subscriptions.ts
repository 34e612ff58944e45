import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { idString, timestamp, listResponse } from '#contract/core/fields.ts'
import { SubscriptionStatus } from './payment-constants.ts'
import { Order, OrderId, PaymentWindow, RefundEligibility } from './transactions.ts'

const planId = z.int().check(z.gte(1), z.lte(2_147_483_647))
const agreedAmount = z.int().check(z.gte(0), z.lte(10_000_000))

/** D-50. Won a month, tax included; `max_height` is the shorter side of the picture in pixels. */
export const Plan = z.object({
  id: z.int(),
  name: z.string(),
  price: z.int(),
  max_height: z.int(),
  streams: z.int(),
})

/** A card that was registered for billing. Of its number only what a statement shows. */
export const BillingCard = z.object({
  company: z.string(),
  masked_number: z.string(),
  registered_at: timestamp,
})

export const Subscription = z.object({
  id: z.int(),
  plan: Plan,
  /** The plan of the next period, where another was chosen. */
  next_plan: z.nullable(Plan),
  status: SubscriptionStatus,
  auto_renew: z.boolean(),
  started_at: timestamp,
  period_start: timestamp,
  /** Until when it can be used whatever the toggle says (S4). */
  period_end: timestamp,
  /** Null where it is not renewed. */
  next_charge: z.nullable(z.object({ at: timestamp, amount: z.int() })),
  /** The last charge did not go through: why, when it is tried again, until when films play on (D-56). */
  failed: z.nullable(
    z.object({
      code: z.string(),
      detail: z.string(),
      retry_at: z.nullable(timestamp),
      access_until: timestamp,
    }),
  ),
  refundable: RefundEligibility,
  /** The order of the running period's charge, by which it is paid back. */
  order_id: z.nullable(z.string()),
})

export const MemberSubscription = z.object({
  subscription: z.nullable(Subscription),
  card: z.nullable(BillingCard),
  /** The order of a charge whose outcome is not certain yet: read it again, and meanwhile nothing can be changed. */
  charging_order_id: z.nullable(OrderId),
})

/** What joining or changing to a plan costs and when, before anything is agreed to. */
export const PlanQuote = z.object({
  plan: Plan,
  effective: z.enum(['now', 'next_period']),
  /** Won, now: the price, less what is left of the running period where the change is upward. */
  amount_now: z.int(),
  credit: z.int(),
  next_charge: z.object({ at: timestamp, amount: z.int() }),
})

export type Plan = z.infer<typeof Plan>
export type BillingCard = z.infer<typeof BillingCard>
export type Subscription = z.infer<typeof Subscription>
export type MemberSubscription = z.infer<typeof MemberSubscription>
export type PlanQuote = z.infer<typeof PlanQuote>

/** What opens the gateway's window that registers a card. */
const CardWindow = z.pick(PaymentWindow, {
  customer_key: true,
  success_url: true,
  fail_url: true,
  script_url: true,
  client_key: true,
})

export const subscriptions = {
  listPlans: endpoint({
    method: 'GET',
    path: '/api/transactions/subscriptions/plans/',
    summary: 'The plans on sale, cheapest first (D-50)',
    access: 'public',
    answer: listResponse(Plan),
  }),
  readSubscription: endpoint({
    method: 'GET',
    path: '/api/transactions/subscriptions/me/',
    summary: 'The member’s subscription, or null, and the card that is charged',
    access: 'member',
    answer: MemberSubscription,
  }),
  quotePlan: endpoint({
    method: 'GET',
    path: '/api/transactions/subscriptions/me/quote/',
    summary: 'What joining or changing to a plan costs, and from when it holds (D-56)',
    access: 'member',
    query: z.strictObject({ subscription_plan_id: idString }),
    answer: PlanQuote,
    problems: ['same_plan'],
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/transactions/subscriptions/me/',
    summary:
      'Joins or changes to a plan, charging the registered card; without one it answers the window for it (D-56)',
    access: 'member',
    idempotent: true,
    body: z.strictObject({
      subscription_plan_id: planId,
      precautions_agreed: z.boolean(),
      privacy_agreed: z.boolean(),
      /** Won, now, as the quote said it: where it is another by then, nothing is charged and the new one is told. */
      agreed_amount: z.optional(agreedAmount),
    }),
    /** Of `window` and `order` one is there; neither where the change takes effect later. */
    answer: z.object({
      mine: MemberSubscription,
      order: z.nullable(Order),
      window: z.nullable(CardWindow),
    }),
    status: 201,
    problems: ['same_plan', 'amount_changed', 'order_under_way', 'payment_declined'],
  }),
  registerCard: endpoint({
    method: 'POST',
    path: '/api/transactions/subscriptions/card/',
    summary: 'What the card’s window came back with; with a plan it joins it at once (D-56)',
    access: 'member',
    idempotent: true,
    body: z.strictObject({
      auth_key: z.string().check(z.minLength(1), z.maxLength(300)),
      customer_key: z.string().check(z.minLength(2), z.maxLength(300)),
      subscription_plan_id: z.optional(planId),
      /** What the window was opened for, as its address says: where the plan costs another by then, it is not joined. */
      agreed_amount: z.optional(agreedAmount),
    }),
    answer: z.object({ mine: MemberSubscription, order: z.nullable(Order) }),
    status: 201,
    problems: [
      'payment_mismatch',
      'payment_declined',
      'same_plan',
      'amount_changed',
      'order_under_way',
    ],
  }),
  openCardWindow: endpoint({
    method: 'POST',
    path: '/api/transactions/subscriptions/card/window/',
    summary: 'What opens the window that registers another card',
    access: 'member',
    answer: CardWindow,
  }),
  changeRenewal: endpoint({
    method: 'PATCH',
    path: '/api/transactions/subscriptions/me/',
    summary: 'Whether it is renewed: absolute, so that pressing twice is pressing once (D-56)',
    access: 'member',
    body: z.strictObject({ auto_renew: z.boolean() }),
    answer: MemberSubscription,
  }),
}
