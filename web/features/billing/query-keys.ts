/** Keys of a member's billing queries. Every write of money invalidates `all`. */
export const billingKeys = {
  all: ['billing'],
  pointBalance: ['billing', 'point-balance'],
  /** Below the balance, so that both are refetched together. */
  pointBalancePage: (limit: number) => ['billing', 'point-balance', { limit }] as const,
  expiringPoints: ['billing', 'point-balance', 'expiring'],
  pointPackages: ['billing', 'point-packages'],
  pointHistory: ['billing', 'point-history'],
  subscription: ['billing', 'subscription'],
  planQuote: (plan_id: number) => ['billing', 'plan-quote', plan_id] as const,
  order: (order_id: string) => ['billing', 'order', order_id] as const,
  pendingOrders: ['billing', 'pending-orders'],
  purchases: (filter: { ownership_type_id: 2 | 3 } | { limit: number }) =>
    ['billing', 'purchases', filter] as const,
  payments: ['billing', 'payments'],
  refunds: ['billing', 'refunds'],
} as const
