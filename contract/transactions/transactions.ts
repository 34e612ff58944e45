import { normalizeText } from '#contract/core/characters.ts'
import * as z from 'zod/mini'
import { Episode } from '#contract/contents/contents.ts'
import { accountAccess, endpoint } from '#contract/core/endpoint.ts'
import { id, timestamp, listResponse, ordering, paging } from '#contract/core/fields.ts'
import { RentalTerms } from './rental-terms.ts'
import {
  OrderStatus,
  OwnershipTypeId,
  PaymentMethod,
  PointKind,
  RefundEligibility,
  RefundReason,
  RefundStatus,
} from './payment-schemas.ts'

/** Order id format of Toss Payments: 6 to 64 of these characters. */
export const OrderId = z.string().check(z.regex(/^[A-Za-z0-9_-]{6,64}$/))
/** Part of a gateway URL path; `.` and `..` would address another resource. */
const PaymentKey = z.string().check(z.regex(/^(?!\.{1,2}$)[\x21-\x7e]{1,200}$/))
/** 1 to 10,000,000 won or points. */
const Amount = z.int().check(z.gte(1), z.lte(10_000_000))

/**
 * Both consents are required before a purchase, and neither is preselected. A client whose form is gated by them may
 * leave them out, as the specification's does; an explicit `false` is refused.
 */
export const purchaseConsents = {
  precautions_agreed: z.optional(z.boolean()),
  privacy_agreed: z.optional(z.boolean()),
}

/** Parameters of the gateway's payment window for an order. */
export const PaymentWindow = z.object({
  order_id: OrderId,
  amount: z.int(),
  order_name: z.string(),
  customer_key: z.string(),
  success_url: z.string(),
  fail_url: z.string(),
  /** The browser SDK script of the gateway, which opens the window with `client_key`. */
  script_url: z.string(),
  client_key: z.string(),
})

export const orderKinds = ['episode', 'points', 'subscription'] as const

/** Receipt data of a payment. */
export const Receipt = z.object({
  /** As on a card statement. */
  approval_number: z.nullable(z.string()),
  card: z.nullable(z.string()),
  supply_price: z.int(),
  vat: z.int(),
  paid_at: timestamp,
})

/** An order for its owner. */
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
  /** Points of a top-up, else null. */
  points: z.nullable(z.object({ amount: z.int(), bonus: z.int() })),
  /** Why the payment failed, with the next step for the member. */
  failure: z.nullable(z.object({ code: z.string(), detail: z.string() })),
  receipt: z.nullable(Receipt),
  created_at: timestamp,
  /** Until when the payment window accepts the payment; null unless the order is unpaid. */
  payment_expires_at: z.nullable(timestamp),
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
  /** End of a rental: of the days to start it, then of its hours; null if owned. */
  expires_at: z.nullable(timestamp),
  /** Hours for which a rental plays once it is started; null if owned. */
  playback_hours: z.nullable(z.int()),
  state: z.enum(['active', 'refunding', 'refunded', 'ended']),
  refundable: RefundEligibility,
  order_id: OrderId,
})

export const PointTransaction = z.object({
  id: z.int(),
  /** Negative if points were spent. */
  changed_point: z.int(),
  title: z.string(),
  is_event: z.boolean(),
  is_topup: z.boolean(),
  payment_method: z.nullable(PaymentMethod),
  episode: z.nullable(Episode),
  transaction_date: timestamp,
  /** Balance of this kind of points after the transaction. */
  balance: z.int(),
})

/** Points that were granted together and expire together. */
export const PointLot = z.object({
  id: z.int(),
  kind: PointKind,
  title: z.string(),
  amount: z.int(),
  remaining: z.int(),
  transaction_date: timestamp,
  expires_at: z.nullable(timestamp),
  /** The order of a top-up, by which its remainder can be refunded. */
  order_id: z.nullable(OrderId),
  refundable: z.nullable(RefundEligibility),
})

export const PointBalance = z.object({
  event_point: z.int(),
  paid_point: z.int(),
  /** Points that expire within 30 days, soonest first. */
  expiring: z.array(z.object({ kind: PointKind, amount: z.int(), expires_at: timestamp })),
  count: z.int(),
  results: z.array(PointLot),
})

/** An entry of the money and point history, with the balances after it. */
export const LedgerHistoryEntry = z.object({
  id: z.int(),
  kind: z.enum(['purchase', 'top_up', 'subscription', 'refund', 'grant', 'expiry', 'correction']),
  title: z.string(),
  /** Won paid by the member; negative for a refund. */
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
  amount: z.int(),
  event_point: z.int(),
  paid_point: z.int(),
  order_id: OrderId,
  requested_at: timestamp,
  succeeded_at: z.nullable(timestamp),
})

/** A status with its Korean name. */
export const OrderStatusLabel = z.object({ code: z.string(), name: z.string() })

/** Its terms never change: another bonus is another package. `amount` is its price in won and its paid points. */
export const PointPackage = z.object({ id: z.int(), amount: z.int(), bonus: z.int() })

/** The terms of a rental that the member has seen. If there are others by now, nothing is ordered: `rental_terms_changed`. */
const rental_terms_id = z.optional(id)

/** With the field names of the specification: a top-up (`is_topup`), or an episode bought with points. */
const PointCharge = z.strictObject({
  /** Points: positive for a package, negative for the server's price. It must equal the server's calculation. */
  changed_point: z.int().check(z.gte(-10_000_000), z.lte(10_000_000)),
  /** Accepted and ignored: the service names its own orders. */
  title: z.optional(
    z.string().check(
      z.overwrite((text) => normalizeText(text)),
      z.trim(),
      z.refine((value: string) => value.isWellFormed() && !/\p{Cc}/u.test(value)),
      z.minLength(1),
      z.maxLength(100),
    ),
  ),
  is_event: z.boolean(),
  is_topup: z.boolean(),
  payment_method: PaymentMethod,
  /** The episode's id. */
  episode: z.optional(z.nullable(id)),
  ownership_type_id: z.optional(OwnershipTypeId),
  /** The package that the member has seen. If another one has its amount by now, nothing is ordered: `package_changed`. */
  point_package_id: z.optional(id),
  rental_terms_id,
  ...purchaseConsents,
})

/** Exactly one of the two: an episode, or the order of a top-up or of the last subscription charge. */
const RefundRequest = z.strictObject({
  episode_id: z.optional(id),
  order_id: z.optional(OrderId),
})

export type PaymentWindow = z.infer<typeof PaymentWindow>
export type Order = z.infer<typeof Order>
export type OrderKind = (typeof orderKinds)[number]
export type Receipt = z.infer<typeof Receipt>
export type Purchase = z.infer<typeof Purchase>
export type PointTransaction = z.infer<typeof PointTransaction>
export type PointLot = z.infer<typeof PointLot>
export type PointBalance = z.infer<typeof PointBalance>
export type LedgerHistoryEntry = z.infer<typeof LedgerHistoryEntry>
export type Refund = z.infer<typeof Refund>
export type PointPackage = z.infer<typeof PointPackage>

const newestFirst = ordering(['transaction_date'], '-transaction_date')
const byOrder = z.strictObject({ order_id: OrderId })

export const transactions = {
  listPackages: endpoint({
    method: 'GET',
    path: '/api/transactions/points/packages/',
    summary: 'Lists the top-up packages with their bonus event points',
    access: 'public',
    response: listResponse(PointPackage),
  }),
  readRentalTerms: endpoint({
    method: 'GET',
    path: '/api/transactions/rental-terms/',
    summary: 'Returns the terms of new rentals',
    access: 'public',
    response: RentalTerms,
  }),
  listPurchases: endpoint({
    method: 'GET',
    path: '/api/transactions/episodes/purchases/me/',
    summary: 'Lists the member’s purchases and rentals with their refund eligibility, newest first',
    ...accountAccess,
    query: z.strictObject({ ownership_type_id: z.optional(z.enum(['2', '3'])), ...paging(20) }),
    response: listResponse(Purchase),
  }),
  orderEpisode: endpoint({
    method: 'POST',
    path: '/api/transactions/episodes/purchases/me/',
    summary: 'Orders an episode at the server’s price; returns the payment window parameters',
    ...accountAccess,
    idempotent: true,
    body: z.strictObject({
      ownership_type_id: OwnershipTypeId,
      payment_method: z.literal('card'),
      episode_id: id,
      rental_terms_id,
      ...purchaseConsents,
    }),
    response: z.object({ order: Order, payment_window: PaymentWindow }),
    status: 201,
    problems: [
      'adult_verification_required',
      'already_owned',
      'not_for_sale',
      'order_in_progress',
      'rental_terms_changed',
      'video_not_ready',
      'not_selling',
    ],
  }),
  confirmPayment: endpoint({
    method: 'POST',
    path: '/api/transactions/payments/confirm/',
    summary: 'Confirms the payment of the payment window at the gateway, once',
    ...accountAccess,
    idempotent: true,
    body: z.strictObject({
      payment_key: PaymentKey,
      order_id: OrderId,
      amount: Amount,
    }),
    is_open_in_maintenance: true,
    response: Order,
    expects_refusals: true,
    problems: ['payment_mismatch', 'payment_declined'],
  }),
  listPendingOrders: endpoint({
    method: 'GET',
    path: '/api/transactions/orders/',
    summary:
      'Lists orders with an unknown payment result, newest first, so that a closed page can recover',
    ...accountAccess,
    response: listResponse(Order),
  }),
  readOrder: endpoint({
    method: 'GET',
    path: '/api/transactions/orders/{order_id}/',
    summary: 'Returns an order of the member, for reloads and other tabs',
    ...accountAccess,
    params: byOrder,
    is_open_in_maintenance: true,
    response: Order,
  }),
  abandonOrder: endpoint({
    method: 'POST',
    path: '/api/transactions/orders/{order_id}/abandon/',
    summary:
      'Ends an unpaid order after the payment window was closed or failed, so that another can begin',
    ...accountAccess,
    params: byOrder,
    body: z.strictObject({ code: z.string().check(z.regex(/^[A-Z_]{1,100}$/)) }),
    response: Order,
  }),
  receiveTossWebhook: endpoint({
    method: 'POST',
    path: '/api/transactions/webhooks/toss/',
    summary: 'Receives a gateway webhook; the actual state is read from the gateway',
    access: 'anyone',
    is_webhook: true,
    body: z.object({
      eventType: z.string().check(z.maxLength(100)),
      createdAt: z.string().check(z.maxLength(100)),
      data: z.looseObject({}),
    }),
    response: z.object({}),
  }),
  listPoints: endpoint({
    method: 'GET',
    path: '/api/transactions/points/me/',
    summary: 'Returns both balances, the points that expire soon, and the point lots',
    ...accountAccess,
    query: z.strictObject({ ordering: newestFirst, ...paging(20) }),
    response: PointBalance,
  }),
  listPointTransactions: endpoint({
    method: 'GET',
    path: '/api/transactions/points/transactions/me/',
    summary: 'Lists the point transactions with the balance after each',
    ...accountAccess,
    query: z.strictObject({ ordering: newestFirst, ...paging(20) }),
    response: listResponse(PointTransaction),
  }),
  createPointTransaction: endpoint({
    method: 'POST',
    path: '/api/transactions/points/transactions/me/',
    summary: 'Orders a top-up, or buys an episode with points at the server’s price',
    ...accountAccess,
    idempotent: true,
    body: PointCharge,
    /** `payment_window` is set for a top-up; a purchase with points is complete at once. */
    response: z.object({ order: Order, payment_window: z.nullable(PaymentWindow) }),
    status: 201,
    problems: [
      'adult_verification_required',
      'already_owned',
      'not_for_sale',
      'order_in_progress',
      'insufficient_points',
      'package_changed',
      'rental_terms_changed',
      'video_not_ready',
      'not_selling',
    ],
  }),
  requestRefund: endpoint({
    method: 'POST',
    path: '/api/transactions/refunds/',
    summary: 'Refunds an episode, or by its order the remainder of a top-up or a charge',
    ...accountAccess,
    idempotent: true,
    body: RefundRequest,
    response: Refund,
    status: 201,
    problems: ['not_refundable', 'order_in_progress'],
  }),
  listRefunds: endpoint({
    method: 'GET',
    path: '/api/transactions/status/refund/me/',
    summary: 'Lists the member’s refunds with their status',
    ...accountAccess,
    query: z.strictObject(paging(20)),
    response: listResponse(Refund),
  }),
  listStatuses: endpoint({
    method: 'GET',
    path: '/api/transactions/status/',
    summary: 'Lists the order statuses with their Korean names',
    access: 'public',
    response: listResponse(OrderStatusLabel),
  }),
  listLedgerEntries: endpoint({
    method: 'GET',
    path: '/api/transactions/histories/me/',
    summary: 'Lists the money and point history with the balances after each entry, newest first',
    ...accountAccess,
    query: z.strictObject({ ordering: newestFirst, ...paging(20) }),
    response: listResponse(LedgerHistoryEntry),
  }),
}
