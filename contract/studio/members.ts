import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { bigId, idParams, timestamp, listResponse, paging } from '#contract/core/fields.ts'
import {
  OrderStatus,
  PaymentMethod,
  RefundIneligibilityReason,
  SubscriptionStatus,
} from '#contract/transactions/payment-schemas.ts'
import { Reason } from './audit-log.ts'
import {
  LedgerHistoryEntry,
  OrderId,
  orderKinds,
  Purchase,
  Refund,
} from '#contract/transactions/transactions.ts'

/** Event points per grant. */
export const pointGrantRange = { min: 1, max: 100_000 } as const

/** A member in a list. Personal data is masked. */
export const MemberSummary = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  /** `010-****-5678` */
  phonenumber: z.string(),
  created_at: timestamp,
  is_staff: z.boolean(),
})

/** A signed-in device. */
export const MemberDevice = z.object({
  id: z.int(),
  device: z.string(),
  signed_in_at: timestamp,
  last_seen_at: timestamp,
})

export const MemberDetail = z.extend(MemberSummary, {
  is_marketing_agreed: z.boolean(),
  /** End of the age verification; null if there is none. */
  adult_verified_until: z.nullable(timestamp),
  event_point: z.int(),
  paid_point: z.int(),
  devices: z.array(MemberDevice),
  subscription: z.nullable(
    z.object({
      status: SubscriptionStatus,
      plan_name: z.string(),
      auto_renew: z.boolean(),
      started_at: timestamp,
      period_end: timestamp,
      failed: z.nullable(z.string()),
    }),
  ),
})

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

export type MemberSummary = z.infer<typeof MemberSummary>
export type MemberDevice = z.infer<typeof MemberDevice>
export type MemberDetail = z.infer<typeof MemberDetail>
export type MemberOrder = z.infer<typeof MemberOrder>

const page = z.strictObject(paging(20))

/** Members. Searching and viewing a member's data is recorded in the audit log. */
export const studio_members = {
  findMembers: endpoint({
    // POST, because the search term is personal data and a URL would appear in logs.
    method: 'POST',
    path: '/api/studio/members/search/',
    summary:
      'Finds a member by the whole e-mail address, phone number, id or order; without a term the newest',
    access: studioAccess.members,
    body: z.strictObject({
      q: z.string().check(z.maxLength(254), z.regex(/^\P{Cc}*$/u)),
      offset: z._default(z.int().check(z.gte(0), z.lte(10_000)), 0),
    }),
    response: listResponse(MemberSummary),
  }),
  readMember: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/',
    summary: 'Returns the detail of a member, masked',
    access: studioAccess.members,
    params: idParams,
    response: MemberDetail,
  }),
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
  signOutMember: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/sign-out/',
    summary: 'Signs out one device of a member, or all of them',
    access: studioAccess.member_devices,
    params: idParams,
    /** Null signs out all devices. */
    body: z.strictObject({ device_id: z.nullable(bigId), reason: Reason }),
    response: MemberDetail,
    problems: ['staff_account'],
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
