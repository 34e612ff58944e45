import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { idParams, listResponse, paging, timestamp } from '#contract/core/fields.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { Reason } from '#contract/core/text-fields.ts'
import {
  OrderStatus,
  PaymentMethod,
  RefundIneligibilityReason,
} from '#contract/transactions/payment-schemas.ts'
import {
  LedgerHistoryEntry,
  OrderId,
  orderKinds,
  Purchase,
  Refund,
} from '#contract/transactions/transactions.ts'

/** Event points per grant. */
export const pointGrantRange = { min: 1, max: 100_000 } as const

/** A payment and its maximum refund by staff, independent of the limits of a refund by the member. */
export const MemberOrder = z.object({
  order_id: OrderId,
  kind: z.enum(orderKinds),
  title: z.string(),
  status: OrderStatus,
  payment_method: PaymentMethod,
  amount: z.int(),
  cancelled_amount: z.int(),
  created_at: timestamp,
  paid_at: z.nullable(timestamp),
  /** Why the payment failed, in Korean. */
  failure: z.nullable(z.string()),
  refund_preview: z.object({
    is_refundable: z.boolean(),
    amount: z.int(),
    event_point: z.int(),
    paid_point: z.int(),
    expired_event_point: z.int(),
    /** Why staff cannot refund it; otherwise why the member could not request the refund. */
    ineligibility_reason: z.nullable(RefundIneligibilityReason),
  }),
})

export type MemberOrder = z.infer<typeof MemberOrder>

const page = z.strictObject(paging(20))

/** Orders and points of a member. Viewing them is recorded in the audit log. */
export const studio_payments = {
  listPurchases: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/purchases/',
    summary: 'Lists the purchases and rentals of a member, newest first',
    access: studioAccess.members,
    params: idParams,
    query: page,
    response: listResponse(Purchase),
  }),
  listLedgerEntries: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/money/',
    summary: 'Lists the money and point history of a member, newest first',
    access: studioAccess.members,
    params: idParams,
    query: page,
    response: listResponse(LedgerHistoryEntry),
  }),
  listOrders: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/orders/',
    summary: 'Lists the payments of a member and the refundable amounts, newest first',
    access: studioAccess.members,
    params: idParams,
    query: page,
    response: listResponse(MemberOrder),
  }),
  listRefunds: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/refunds/',
    summary: 'Lists the refunds of a member, newest first',
    access: studioAccess.members,
    params: idParams,
    query: page,
    response: listResponse(Refund),
  }),
  refundOrder: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/refunds/',
    summary: 'Refunds an order, also beyond the limits of a refund by the member',
    access: studioAccess.money,
    idempotent: true,
    params: idParams,
    body: z.strictObject({ order_id: OrderId, reason: Reason }),
    response: Refund,
    status: 201,
    problems: ['not_refundable', 'order_in_progress', 'conflict', 'forbidden', 'staff_account'],
  }),
  grantPoints: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/grants/',
    summary: 'Grants event points; they expire after a year',
    access: studioAccess.money,
    idempotent: true,
    params: idParams,
    body: z.strictObject({
      amount: z.int().check(z.gte(pointGrantRange.min), z.lte(pointGrantRange.max)),
      reason: Reason,
    }),
    response: z.object({ amount: z.int(), event_point: z.int(), expires_at: timestamp }),
    status: 201,
    problems: ['conflict', 'forbidden', 'staff_account', 'daily_grant_limit'],
  }),
}
