import type { Examples } from './example.ts'

/** Examples of orders, points, refunds and subscriptions. */
export const payments = {
  'transactions.listPackages': { path: '/api/transactions/points/packages/' },
  'transactions.readRentalTerms': { path: '/api/transactions/rental-terms/' },
  'transactions.listPurchases': { path: '/api/transactions/episodes/purchases/me/' },
  'transactions.orderEpisode': {
    path: '/api/transactions/episodes/purchases/me/',
    body: {
      ownership_type_id: 3,
      payment_method: 'card',
      episode_id: 2_147_483_647,
      precautions_agreed: true,
      privacy_agreed: true,
    },
    refused: 'not_found',
  },
  'transactions.confirmPayment': {
    path: '/api/transactions/payments/confirm/',
    body: { payment_key: 'none', order_id: 'no-order-of-ours', amount: 1_000 },
    refused: 'not_found',
  },
  'transactions.readOrder': {
    path: '/api/transactions/orders/no-order-of-ours/',
    refused: 'not_found',
  },
  'transactions.abandonOrder': {
    path: '/api/transactions/orders/no-order-of-ours/abandon/',
    body: { code: 'PAY_PROCESS_CANCELED' },
    refused: 'not_found',
  },
  'transactions.receiveTossWebhook': {
    path: '/api/transactions/webhooks/toss/',
    body: { eventType: 'OTHER', createdAt: '2026-01-01T00:00:00.000000', data: {} },
  },
  'transactions.listPoints': { path: '/api/transactions/points/me/' },
  'transactions.listPointTransactions': { path: '/api/transactions/points/transactions/me/' },
  'transactions.createPointTransaction': {
    path: '/api/transactions/points/transactions/me/',
    body: {
      changed_point: -1_000,
      is_event: false,
      is_topup: false,
      payment_method: 'point',
      episode: 2_147_483_647,
      precautions_agreed: true,
      privacy_agreed: true,
    },
    refused: 'not_found',
  },
  'transactions.requestRefund': {
    path: '/api/transactions/refunds/',
    body: { episode_id: 2_147_483_647 },
    refused: 'not_found',
  },
  'transactions.listPendingOrders': { path: '/api/transactions/orders/' },
  'transactions.listRefunds': { path: '/api/transactions/status/refund/me/' },
  'transactions.listStatuses': { path: '/api/transactions/status/' },
  'transactions.listLedgerEntries': { path: '/api/transactions/histories/me/' },
  'subscriptions.listPlans': { path: '/api/transactions/subscriptions/plans/' },
  'subscriptions.readSubscription': { path: '/api/transactions/subscriptions/me/' },
  'subscriptions.previewPlanChange': {
    path: '/api/transactions/subscriptions/me/quote/?subscription_plan_id=2',
  },
  'subscriptions.subscribe': {
    path: '/api/transactions/subscriptions/me/',
    body: { subscription_plan_id: 2, precautions_agreed: true, privacy_agreed: true },
  },
  'subscriptions.registerCard': {
    path: '/api/transactions/subscriptions/card/',
    body: { auth_key: 'none', customer_key: 'nobody' },
    refused: 'payment_mismatch',
  },
  'subscriptions.createBillingAuth': {
    path: '/api/transactions/subscriptions/card/window/',
  },
  'subscriptions.answerPriceOffer': {
    path: '/api/transactions/subscriptions/me/price-offers/999999/',
    body: { agreed: true },
    refused: 'not_found',
  },
  'subscriptions.setAutoRenew': {
    path: '/api/transactions/subscriptions/me/',
    body: { auto_renew: false },
    refused: 'not_found',
  },
  'studio_price_changes.listPriceChanges': { path: '/api/studio/price-changes/' },
  'studio_price_changes.startPriceChange': {
    path: '/api/studio/price-changes/',
    body: {
      plan_id: 1,
      from_version: 1,
      to_version: 2,
      starts_on: '2030-01-01',
      without_consent: 'keep',
    },
    refused: 'edit_conflict',
  },
  'studio_price_changes.stopPriceChange': {
    path: '/api/studio/price-changes/999999/stop/',
    refused: 'not_found',
  },
} satisfies Examples
