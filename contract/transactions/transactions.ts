import * as z from 'zod/mini'
import { Episode } from '#contract/contents/contents.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { timestamp, listResponse, ordering, paging } from '#contract/core/fields.ts'
import {
  OrderStatus,
  OwnershipTypeId,
  PaymentMethod,
  PointKind,
  RefundIneligibilityReason,
  RefundReason,
  RefundStatus,
} from './payment-constants.ts'

const id = z.int().check(z.gte(1), z.lte(2_147_483_647))
/** As the gateway takes it: 6 to 64 of these (payments of Toss). */
export const OrderId = z.string().check(z.regex(/^[A-Za-z0-9_-]{6,64}$/))
/** Stands in an address of the gateway, where dots alone would lead to another. */
const PaymentKey = z.string().check(z.regex(/^(?!\.{1,2}$)[\x21-\x7e]{1,200}$/))
/** 1 to 10,000,000 won or points. */
const Amount = z.int().check(z.gte(1), z.lte(10_000_000))

/** D-52. Both are wanted before anything is bought, and neither is ticked beforehand. */
const purchaseConsents = { precautions_agreed: z.boolean(), privacy_agreed: z.boolean() }

/** What opens the gateway's window for an order (D-52). */
export const PaymentWindow = z.object({
  order_id: OrderId,
  amount: z.int(),
  order_name: z.string(),
  customer_key: z.string(),
  success_url: z.string(),
  fail_url: z.string(),
  /** The gateway's script, which opens the window with this key of ours. */
  script_url: z.string(),
  client_key: z.string(),
})

export const orderKinds = ['episode', 'points', 'subscription'] as const

/** What can be printed about a payment. */
export const Receipt = z.object({
  /** As it stands on a card statement. */
  approval_number: z.nullable(z.string()),
  card: z.nullable(z.string()),
  supply_price: z.int(),
  vat: z.int(),
  paid_at: timestamp,
})

/** An order as its owner sees it. */
export const Order = z.object({
  order_id: OrderId,
  kind: z.enum(orderKinds),
  status: OrderStatus,
  title: z.string(),
  amount: z.int(),
  cancelled_amount: z.int(),
  payment_method: PaymentMethod,
  ownership_type_id: z.nullable(OwnershipTypeId),
  episode: z.nullable(Episode),
  /** Points that come with it, where it is a top-up. */
  points: z.nullable(z.object({ amount: z.int(), bonus: z.int() })),
  /** Why it failed, in words that say what to do next. */
  failure: z.nullable(z.object({ code: z.string(), detail: z.string() })),
  receipt: z.nullable(Receipt),
  created_at: timestamp,
  /** While it waits to be paid: the window answers until then. */
  window_ends_at: z.nullable(timestamp),
})

/** Whether money goes back, how much and how, or why not (D-55). Until `until` where a day ends it. */
export const RefundEligibility = z.object({
  can: z.boolean(),
  obstacle: z.nullable(RefundIneligibilityReason),
  won: z.int(),
  event_point: z.int(),
  paid_point: z.int(),
  /** Event points that have lapsed meanwhile and come back as lapsed (D-54). */
  expired_event_point: z.int(),
  /** Won that are taken off: event points that came with the top-up and were spent, 1P = 1원. */
  spent_bonus: z.int(),
  until: z.nullable(timestamp),
  /** The plan that it goes back to where the charge was for a dearer one, and until when; null where it ends. */
  back_to: z.nullable(z.object({ name: z.string(), until: timestamp })),
})

/** A bought or rented episode. */
export const Purchase = z.object({
  id: z.int(),
  episode: Episode,
  ownership_type_id: OwnershipTypeId,
  payment_method: PaymentMethod,
  price: z.int(),
  event_point: z.int(),
  paid_point: z.int(),
  purchased_at: timestamp,
  /** A rental's end: of the 30 days to begin, then of the 48 hours; null where it is owned. */
  ends_at: z.nullable(timestamp),
  state: z.enum(['active', 'refunding', 'refunded', 'ended']),
  refundable: RefundEligibility,
  order_id: OrderId,
})

export const PointTransaction = z.object({
  id: z.int(),
  /** Below 0 where they were spent. */
  changed_point: z.int(),
  title: z.string(),
  is_event: z.boolean(),
  is_topup: z.boolean(),
  payment_method: z.nullable(PaymentMethod),
  episode: z.nullable(Episode),
  transaction_date: timestamp,
  /** Of this kind of points, after it. */
  balance: z.int(),
})

/** Points that came at once and lapse at once (D-54). */
export const PointLot = z.object({
  id: z.int(),
  kind: PointKind,
  title: z.string(),
  amount: z.int(),
  remaining: z.int(),
  transaction_date: timestamp,
  expires_at: z.nullable(timestamp),
  /** The order of a top-up, by which what is left of it is paid back. */
  order_id: z.nullable(OrderId),
  refundable: z.nullable(RefundEligibility),
})

export const PointBalance = z.object({
  event_point: z.int(),
  paid_point: z.int(),
  /** What lapses within 30 days, soonest first. */
  expiring: z.array(z.object({ kind: PointKind, amount: z.int(), expires_at: timestamp })),
  count: z.int(),
  results: z.array(PointLot),
})

/** Everything that moved money or points (D-57), with the balances after it. */
export const LedgerHistoryEntry = z.object({
  id: z.int(),
  kind: z.enum(['purchase', 'top_up', 'subscription', 'refund', 'grant', 'expiry', 'correction']),
  title: z.string(),
  /** Won that the member paid, below 0 where they went back. */
  amount: z.int(),
  event_point: z.int(),
  paid_point: z.int(),
  event_balance: z.int(),
  paid_balance: z.int(),
  payment_method: z.nullable(PaymentMethod),
  status: z.nullable(OrderStatus),
  episode: z.nullable(Episode),
  order_id: z.nullable(OrderId),
  transaction_date: timestamp,
})

export const Refund = z.object({
  id: z.int(),
  kind: z.enum(orderKinds),
  title: z.string(),
  status: RefundStatus,
  reason: RefundReason,
  won: z.int(),
  event_point: z.int(),
  paid_point: z.int(),
  order_id: OrderId,
  requested_at: timestamp,
  settled_at: z.nullable(timestamp),
})

/** A status with its Korean name (D-57). */
export const OrderStatusLabel = z.object({ code: z.string(), name: z.string() })

export const PointPackage = z.object({ amount: z.int(), bonus: z.int() })

/** D-53, as the specification names the fields: a top-up with `is_topup`, or an episode bought with points. */
const PointCharge = z.strictObject({
  /** Points: the package above 0, or the server's price below 0. It must be what the server reckons. */
  changed_point: z.int().check(z.gte(-10_000_000), z.lte(10_000_000)),
  title: z.optional(z.string().check(z.maxLength(100))),
  is_event: z.boolean(),
  is_topup: z.boolean(),
  payment_method: PaymentMethod,
  /** The episode's id. */
  episode: z.optional(z.nullable(id)),
  ownership_type_id: z.optional(OwnershipTypeId),
  precautions_agreed: z.optional(z.boolean()),
  privacy_agreed: z.optional(z.boolean()),
})

/** Of the three one. An episode, what is left of a top-up, or the last charge of a subscription. */
const RefundRequest = z.strictObject({
  episode_id: z.optional(id),
  order_id: z.optional(OrderId),
})

export type PaymentWindow = z.infer<typeof PaymentWindow>
export type Order = z.infer<typeof Order>
export type OrderKind = (typeof orderKinds)[number]
export type Receipt = z.infer<typeof Receipt>
export type RefundEligibility = z.infer<typeof RefundEligibility>
export type Purchase = z.infer<typeof Purchase>
export type PointTransaction = z.infer<typeof PointTransaction>
export type PointLot = z.infer<typeof PointLot>
export type PointBalance = z.infer<typeof PointBalance>
export type LedgerHistoryEntry = z.infer<typeof LedgerHistoryEntry>
export type Refund = z.infer<typeof Refund>

const newestFirst = ordering(['transaction_date'], '-transaction_date')
const byOrder = z.strictObject({ order_id: OrderId })

export const transactions = {
  listPackages: endpoint({
    method: 'GET',
    path: '/api/transactions/points/packages/',
    summary: 'What can be topped up, and the event points that come with it (D-53)',
    access: 'public',
    answer: listResponse(PointPackage),
  }),
  listPurchases: endpoint({
    method: 'GET',
    path: '/api/transactions/episodes/purchases/me/',
    summary: 'What the member bought and rented, newest first, and whether it can be paid back',
    access: 'member',
    query: z.strictObject({ ownership_type_id: z.optional(z.enum(['2', '3'])), ...paging(20) }),
    answer: listResponse(Purchase),
  }),
  orderEpisode: endpoint({
    method: 'POST',
    path: '/api/transactions/episodes/purchases/me/',
    summary:
      'Orders an episode at the server’s price; answers what opens the gateway’s window (D-52)',
    access: 'member',
    idempotent: true,
    body: z.strictObject({
      ownership_type_id: OwnershipTypeId,
      payment_method: z.literal('card'),
      episode_id: id,
      ...purchaseConsents,
    }),
    answer: z.object({ order: Order, window: PaymentWindow }),
    status: 201,
    problems: ['adult_verification_required', 'already_owned', 'not_for_sale', 'order_under_way'],
  }),
  confirmPayment: endpoint({
    method: 'POST',
    path: '/api/transactions/payments/confirm/',
    summary: 'What the window came back with: confirmed at the gateway, once (D-52)',
    access: 'member',
    idempotent: true,
    body: z.strictObject({
      payment_key: PaymentKey,
      order_id: OrderId,
      amount: Amount,
    }),
    answer: Order,
    problems: ['payment_mismatch', 'payment_declined'],
  }),
  listUnsettled: endpoint({
    method: 'GET',
    path: '/api/transactions/orders/',
    summary:
      'Orders whose payment is not certain yet, newest first, so that who closed the page finds them',
    access: 'member',
    answer: listResponse(Order),
  }),
  readOrder: endpoint({
    method: 'GET',
    path: '/api/transactions/orders/{order_id}/',
    summary: 'An order of the member, so that a reload or another tab knows how it went',
    access: 'member',
    params: byOrder,
    answer: Order,
  }),
  abandonOrder: endpoint({
    method: 'POST',
    path: '/api/transactions/orders/{order_id}/abandon/',
    summary:
      'The window was closed or failed: an order that was not paid ends, and another can begin',
    access: 'member',
    params: byOrder,
    body: z.strictObject({ code: z.string().check(z.regex(/^[A-Z_]{1,100}$/)) }),
    answer: Order,
  }),
  hearGateway: endpoint({
    method: 'POST',
    path: '/api/transactions/webhooks/toss/',
    summary: 'A hint of the gateway that something changed; what is true is read from it',
    access: 'anyone',
    is_webhook: true,
    body: z.object({
      eventType: z.string().check(z.maxLength(100)),
      createdAt: z.string().check(z.maxLength(100)),
      data: z.looseObject({}),
    }),
    answer: z.object({}),
  }),
  listPoints: endpoint({
    method: 'GET',
    path: '/api/transactions/points/me/',
    summary: 'Both balances, what lapses soon, and the lots they are made of (D-54)',
    access: 'member',
    query: z.strictObject({ ordering: newestFirst, ...paging(20) }),
    answer: PointBalance,
  }),
  listPointTransactions: endpoint({
    method: 'GET',
    path: '/api/transactions/points/transactions/me/',
    summary: 'Every move of points with the balance after it',
    access: 'member',
    query: z.strictObject({ ordering: newestFirst, ...paging(20) }),
    answer: listResponse(PointTransaction),
  }),
  chargePoints: endpoint({
    method: 'POST',
    path: '/api/transactions/points/transactions/me/',
    summary: 'Orders a top-up, or buys an episode with points at the server’s price (D-53)',
    access: 'member',
    idempotent: true,
    body: PointCharge,
    /** A top-up has the window of its order; what was bought with points is there at once. */
    answer: z.object({ order: Order, window: z.nullable(PaymentWindow) }),
    status: 201,
    problems: [
      'adult_verification_required',
      'already_owned',
      'not_for_sale',
      'order_under_way',
      'points_missing',
    ],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/transactions/refunds/',
    summary: 'Pays back an episode, or by its order what is left of a top-up or a charge (D-55)',
    access: 'member',
    idempotent: true,
    body: RefundRequest,
    answer: Refund,
    status: 201,
    problems: ['refund_refused', 'order_under_way'],
  }),
  listRefunds: endpoint({
    method: 'GET',
    path: '/api/transactions/status/refund/me/',
    summary: 'The member’s refunds and how far they are (D-57)',
    access: 'member',
    query: z.strictObject(paging(20)),
    answer: listResponse(Refund),
  }),
  listStatuses: endpoint({
    method: 'GET',
    path: '/api/transactions/status/',
    summary: 'The statuses an order can have, with their Korean names (D-57)',
    access: 'public',
    answer: listResponse(OrderStatusLabel),
  }),
  listMoney: endpoint({
    method: 'GET',
    path: '/api/transactions/histories/me/',
    summary:
      'Everything that moved money or points, newest first, with the balances after it (D-57)',
    access: 'member',
    query: z.strictObject({ ordering: newestFirst, ...paging(20) }),
    answer: listResponse(LedgerHistoryEntry),
  }),
}
