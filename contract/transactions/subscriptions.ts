import * as z from 'zod/mini'
import { accountAccess, endpoint } from '#contract/core/endpoint.ts'
import { bigIdParams, id, idString, timestamp, listResponse } from '#contract/core/fields.ts'
import { RefundEligibility, SubscriptionStatus } from './payment-schemas.ts'
import { Order, OrderId, PaymentWindow, purchaseConsents } from './transactions.ts'

const agreedAmount = z.int().check(z.gte(0), z.lte(10_000_000))

/** `price` is won per month including tax; `max_height` is the shorter side of the video in pixels. */
export const Plan = z.object({
  id: z.int(),
  name: z.string(),
  /** Which terms of the plan these are: a subscription keeps the version that it agreed to. */
  version: z.int(),
  price: z.int(),
  max_height: z.int(),
  streams: z.int(),
})

/** A card registered for billing. The number is masked as on a card statement. */
export const BillingCard = z.object({
  company: z.string(),
  masked_number: z.string(),
  registered_at: timestamp,
})

/** The consequence of no consent: the renewal keeps the former terms, or the subscription ends with its paid period. */
export const WithoutConsent = z.enum(['keep', 'end'])

/** Other terms of the plan that are offered from a coming period on. */
export const PriceOffer = z.object({
  id: z.int(),
  /** The start of that period. */
  at: timestamp,
  /** Won per month. */
  old_price: z.int(),
  new_price: z.int(),
  /** False if no term becomes worse: the new terms then apply by themselves. */
  needs_consent: z.boolean(),
  without_consent: WithoutConsent,
  /** The text that the member agrees to. */
  terms: z.string(),
  agreed_at: z.nullable(timestamp),
})

export const Subscription = z.object({
  id: z.int(),
  plan: Plan,
  /** The plan of the next period, if it changes. */
  next_plan: z.nullable(Plan),
  status: SubscriptionStatus,
  auto_renew: z.boolean(),
  started_at: timestamp,
  period_start: timestamp,
  /** Access lasts until then, regardless of `auto_renew`. */
  period_end: timestamp,
  /** Null if it is not renewed. */
  next_charge: z.nullable(z.object({ at: timestamp, amount: z.int() })),
  price_offer: z.nullable(PriceOffer),
  /** The last charge failed: the reason, the next retry, and the end of access. */
  failed: z.nullable(
    z.object({
      code: z.string(),
      detail: z.string(),
      next_retry_at: z.nullable(timestamp),
      access_until: timestamp,
    }),
  ),
  refundable: RefundEligibility,
  /** The order of the current period's charge, by which it can be refunded. */
  order_id: z.nullable(z.string()),
})

export const MemberSubscription = z.object({
  subscription: z.nullable(Subscription),
  card: z.nullable(BillingCard),
  /** The order of a charge with an unknown result. Until it is resolved, nothing can be changed; poll the order. */
  pending_order_id: z.nullable(OrderId),
})

/** Price and effective date of subscribing or changing the plan, before any consent. */
export const PlanQuote = z.object({
  plan: Plan,
  effective: z.enum(['now', 'next_period']),
  /** Won due now: the price, less the proration credit of the current period for an upgrade. */
  amount_now: z.int(),
  credit: z.int(),
  next_charge: z.object({ at: timestamp, amount: z.int() }),
})

export type Plan = z.infer<typeof Plan>
export type BillingCard = z.infer<typeof BillingCard>
export type Subscription = z.infer<typeof Subscription>
export type MemberSubscription = z.infer<typeof MemberSubscription>
export type PriceOffer = z.infer<typeof PriceOffer>
export type WithoutConsent = z.infer<typeof WithoutConsent>
export type PlanQuote = z.infer<typeof PlanQuote>

/** Parameters of the gateway's billing-auth window. */
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
    summary: 'Lists the plans on sale, cheapest first',
    access: 'public',
    response: listResponse(Plan),
  }),
  readSubscription: endpoint({
    method: 'GET',
    path: '/api/transactions/subscriptions/me/',
    summary: 'Returns the member’s subscription or null, and the billing card',
    ...accountAccess,
    response: MemberSubscription,
  }),
  previewPlanChange: endpoint({
    method: 'GET',
    path: '/api/transactions/subscriptions/me/quote/',
    summary: 'Quotes subscribing or changing to a plan: price and effective date',
    ...accountAccess,
    query: z.strictObject({ subscription_plan_id: idString }),
    response: PlanQuote,
    problems: ['same_plan', 'plan_retired'],
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/transactions/subscriptions/me/',
    summary:
      'Subscribes or changes the plan, charging the registered card; without a card it returns the billing-auth window',
    ...accountAccess,
    idempotent: true,
    body: z.strictObject({
      subscription_plan_id: id,
      ...purchaseConsents,
      /** Won due now, as quoted. If the amount has changed, nothing is charged and `amount_changed` contains the new one. */
      agreed_amount: z.optional(agreedAmount),
      /** The version of the quote. If the plan has other terms by now, nothing is charged: `plan_changed`. */
      plan_version: z.optional(z.int().check(z.gte(1), z.lte(2_147_483_647))),
    }),
    /** At most one of `billing_auth` and `order` is set; neither if the change takes effect later. */
    response: z.object({
      subscription_state: MemberSubscription,
      order: z.nullable(Order),
      billing_auth: z.nullable(CardWindow),
    }),
    status: 201,
    expects_refusals: true,
    problems: [
      'same_plan',
      'plan_retired',
      'plan_changed',
      'amount_changed',
      'order_in_progress',
      'payment_declined',
      'not_selling',
    ],
  }),
  registerCard: endpoint({
    method: 'POST',
    path: '/api/transactions/subscriptions/card/',
    summary: 'Registers the card of the billing-auth window; with a plan it also subscribes',
    ...accountAccess,
    idempotent: true,
    body: z.strictObject({
      auth_key: z.string().check(z.minLength(1), z.maxLength(300)),
      customer_key: z.string().check(z.minLength(2), z.maxLength(300)),
      subscription_plan_id: z.optional(id),
      /** The amount of the quote. If the plan costs another amount by now, the member is not subscribed. */
      agreed_amount: z.optional(agreedAmount),
    }),
    is_open_in_maintenance: true,
    response: z.object({ subscription_state: MemberSubscription, order: z.nullable(Order) }),
    status: 201,
    expects_refusals: true,
    problems: [
      'payment_mismatch',
      'payment_declined',
      'not_selling',
      'same_plan',
      'plan_retired',
      'plan_changed',
      'amount_changed',
      'order_in_progress',
    ],
  }),
  createBillingAuth: endpoint({
    method: 'POST',
    path: '/api/transactions/subscriptions/card/window/',
    summary: 'Returns the parameters of the billing-auth window for a new card',
    ...accountAccess,
    response: CardWindow,
  }),
  setAutoRenew: endpoint({
    method: 'PATCH',
    path: '/api/transactions/subscriptions/me/',
    summary: 'Sets automatic renewal; repeating the call has no further effect',
    ...accountAccess,
    body: z.strictObject({ auto_renew: z.boolean() }),
    response: MemberSubscription,
  }),
  answerPriceOffer: endpoint({
    method: 'PATCH',
    path: '/api/transactions/subscriptions/me/price-offers/{id}/',
    summary: 'Records the consent to other terms of the plan, or withdraws it before they apply',
    ...accountAccess,
    params: bigIdParams,
    body: z.strictObject({ agreed: z.boolean() }),
    response: MemberSubscription,
  }),
}
