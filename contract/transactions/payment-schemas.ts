import { timestamp } from '#contract/core/fields.ts'
import * as z from 'zod/mini'
import {
  orderStatuses,
  paymentMethods,
  pointKinds,
  purchasableOwnershipTypes,
  refundIneligibilityReasons,
  refundReasons,
  refundStatuses,
  subscriptionStatuses,
} from './payment-constants.ts'

export const OwnershipTypeId = z.literal([...purchasableOwnershipTypes])
export const PaymentMethod = z.enum(paymentMethods)
export const PointKind = z.enum(pointKinds)
export const OrderStatus = z.enum(orderStatuses)
export const RefundStatus = z.enum(refundStatuses)
export const RefundReason = z.enum(refundReasons)
export const SubscriptionStatus = z.enum(subscriptionStatuses)
export const RefundIneligibilityReason = z.enum(refundIneligibilityReasons)

/** Whether, how much and how something can be refunded, or why not. `refundable_until` is the deadline, if there is one. */
export const RefundEligibility = z.object({
  is_refundable: z.boolean(),
  ineligibility_reason: z.nullable(RefundIneligibilityReason),
  amount: z.int(),
  event_point: z.int(),
  paid_point: z.int(),
  /** Event points that have expired since and are restored as expired. */
  expired_event_point: z.int(),
  /** Won deducted for spent bonus points of the top-up, 1P = 1원. */
  bonus_deduction: z.int(),
  refundable_until: z.nullable(timestamp),
  /** The plan restored by refunding an upgrade, and its period end; null if the subscription ends instead. */
  reverts_to_plan: z.nullable(z.object({ name: z.string(), until: timestamp })),
})

export type OwnershipTypeId = z.infer<typeof OwnershipTypeId>
export type PaymentMethod = z.infer<typeof PaymentMethod>
export type PointKind = z.infer<typeof PointKind>
export type OrderStatus = z.infer<typeof OrderStatus>
export type RefundStatus = z.infer<typeof RefundStatus>
export type RefundReason = z.infer<typeof RefundReason>
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>
export type RefundIneligibilityReason = z.infer<typeof RefundIneligibilityReason>
export type RefundEligibility = z.infer<typeof RefundEligibility>
