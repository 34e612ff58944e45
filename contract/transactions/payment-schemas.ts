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

export type OwnershipTypeId = z.infer<typeof OwnershipTypeId>
export type PaymentMethod = z.infer<typeof PaymentMethod>
export type PointKind = z.infer<typeof PointKind>
export type OrderStatus = z.infer<typeof OrderStatus>
export type RefundStatus = z.infer<typeof RefundStatus>
export type RefundReason = z.infer<typeof RefundReason>
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>
export type RefundIneligibilityReason = z.infer<typeof RefundIneligibilityReason>
