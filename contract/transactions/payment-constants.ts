/**
 * Payment constants, kept apart from the endpoints so that a page can show a price without loading every schema.
 * Amounts are whole won, points are whole points, 1P = 1원.
 */

/** The specification only sells 3. */
export const ownershipTypes = { free: 1, rental: 2, owned: 3 } as const
export const purchasableOwnershipTypes = [ownershipTypes.rental, ownershipTypes.owned] as const

/** Years until points expire, and days before the expiry at which the member is notified. */
export const eventPointYears = 1
export const paidPointYears = 5
export const expiryNoticeDays = 30

export const refundWindowDays = 7

/** Days after a failed charge on which it is retried. */
export const dunningScheduleDays = [1, 3, 5, 7] as const

export const paymentMethods = ['card', 'point'] as const

/** Kinds of points; event points are never sold. */
export const pointKinds = ['event', 'paid'] as const

/** Order statuses; `unknown` is resolved by querying the gateway. */
export const orderStatuses = [
  'created',
  'confirming',
  'unknown',
  'paid',
  'failed',
  'partially_cancelled',
  'cancelled',
] as const

export const refundStatuses = ['pending', 'succeeded', 'failed'] as const

/** Refund reasons: requested by the member, automatic for an undeliverable order, account deletion, staff. */
export const refundReasons = ['requested', 'undeliverable', 'account_deletion', 'staff'] as const

export const subscriptionStatuses = ['active', 'past_due', 'ended'] as const

/** Why something cannot be refunded. */
export const refundIneligibilityReasons = [
  'too_late',
  'already_watched',
  'already_refunded',
  'points_spent',
  'bonus_spent',
  'not_paid',
] as const
