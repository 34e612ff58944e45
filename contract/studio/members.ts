import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { idParams, timestamp, listResponse, paging } from '#contract/core/fields.ts'
import {
  OrderStatus,
  PaymentMethod,
  RefundIneligibilityReason,
  SubscriptionStatus,
} from '#contract/transactions/payment-constants.ts'
import { Reason } from './support.ts'
import {
  LedgerHistoryEntry,
  OrderId,
  orderKinds,
  Purchase,
  Refund,
} from '#contract/transactions/transactions.ts'

/** Event points given at once (D-80, L8). */
export const pointGrantRange = { min: 1, max: 100_000 } as const

/** A member in a list. What names him is masked. */
export const MemberSummary = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  /** `010-****-5678` */
  phonenumber: z.string(),
  created_at: timestamp,
  is_staff: z.boolean(),
})

/** Where a member is signed in. */
export const MemberDevice = z.object({
  id: z.int(),
  device: z.string(),
  signed_in_at: timestamp,
  last_seen_at: timestamp,
})

export const MemberDetail = z.extend(MemberSummary, {
  is_marketing_agreed: z.boolean(),
  /** D-23. Until when his proof of age holds; null where it does not. */
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

/** What was paid, and what staff could pay back of it whatever the limits of D-55 say. */
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
  /** Why it failed, in words. */
  failure: z.nullable(z.string()),
  back: z.object({
    can: z.boolean(),
    won: z.int(),
    event_point: z.int(),
    paid_point: z.int(),
    expired_event_point: z.int(),
    /** Why not, where it cannot; else what would keep the member himself from it. */
    obstacle: z.nullable(RefundIneligibilityReason),
  }),
})

export const MemberInquiry = z.object({
  id: z.int(),
  title: z.string(),
  subject_name: z.string(),
  created_at: timestamp,
  is_answered: z.boolean(),
})

export type MemberSummary = z.infer<typeof MemberSummary>
export type MemberDevice = z.infer<typeof MemberDevice>
export type MemberDetail = z.infer<typeof MemberDetail>
export type MemberOrder = z.infer<typeof MemberOrder>
export type MemberInquiry = z.infer<typeof MemberInquiry>

const page = z.strictObject(paging(20))
const id = z.int().check(z.gte(1), z.lte(2_147_483_647))

/** Members, as staff helps them. That somebody looked at one is in the audit log. */
export const studio_members = {
  findMembers: endpoint({
    // Not in an address, which ends up in logs: what is sought for is personal.
    method: 'POST',
    path: '/api/studio/members/search/',
    summary:
      'Members by the beginning of an address, a whole number, an id or an order; else the newest',
    access: 'staff',
    body: z.strictObject({
      q: z.string().check(z.maxLength(254), z.regex(/^\P{Cc}*$/u)),
      offset: z._default(z.int().check(z.gte(0), z.lte(10_000)), 0),
    }),
    answer: listResponse(MemberSummary),
  }),
  readMember: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/',
    summary: 'The sheet of a member, masked',
    access: 'staff',
    params: idParams,
    answer: MemberDetail,
  }),
  listPurchases: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/purchases/',
    summary: 'What he bought and rented, newest first',
    access: 'staff',
    params: idParams,
    query: page,
    answer: listResponse(Purchase),
  }),
  listMoney: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/money/',
    summary: 'His books: everything that moved money or points, newest first (D-57)',
    access: 'staff',
    params: idParams,
    query: page,
    answer: listResponse(LedgerHistoryEntry),
  }),
  listOrders: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/orders/',
    summary: 'What he paid, newest first, and what could be paid back',
    access: 'staff',
    params: idParams,
    query: page,
    answer: listResponse(MemberOrder),
  }),
  listRefunds: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/refunds/',
    summary: 'What went back to him, newest first',
    access: 'staff',
    params: idParams,
    query: page,
    answer: listResponse(Refund),
  }),
  listInquiries: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/inquiries/',
    summary: 'What he asked, newest first',
    access: 'staff',
    params: idParams,
    query: page,
    answer: listResponse(MemberInquiry),
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/sign-out/',
    summary: 'Signs a device of his out, or all of them',
    access: 'staff',
    params: idParams,
    /** Null is all. */
    body: z.strictObject({ device_id: z.nullable(id), reason: Reason }),
    answer: MemberDetail,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/refunds/',
    summary: 'Pays an order back, also where D-55 would not',
    access: 'staff',
    idempotent: true,
    params: idParams,
    body: z.strictObject({ order_id: OrderId, reason: Reason }),
    answer: Refund,
    status: 201,
    problems: ['refund_refused', 'order_under_way', 'conflict', 'forbidden'],
  }),
  grantPoints: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/grants/',
    summary: 'Gives event points; they lapse after a year, as any (D-54)',
    access: 'staff',
    idempotent: true,
    params: idParams,
    body: z.strictObject({
      amount: z.int().check(z.gte(pointGrantRange.min), z.lte(pointGrantRange.max)),
      reason: Reason,
    }),
    answer: z.object({ amount: z.int(), event_point: z.int(), expires_at: timestamp }),
    status: 201,
    problems: ['conflict', 'forbidden'],
  }),
}
