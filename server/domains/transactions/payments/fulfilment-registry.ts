import type { Fulfilment } from './order-fulfilment.ts'
import { subscriptionFulfilment } from '../subscriptions/billing/charge-fulfilment.ts'
import { fulfilEpisodeOrder } from '../entitlements/purchases.ts'
import type { OrderKind } from '#contract/transactions/transactions.ts'

const windowPayment: Pick<Fulfilment, 'pay' | 'fail'> = {
  pay: ({ payments }, { payment_key, order_id, amount }, key) =>
    payments.confirm({ payment_key: payment_key ?? '', order_id, amount }, key),
  fail: async () => {},
}

export const fulfilments: Readonly<Record<OrderKind, Fulfilment>> = {
  episode: { ...windowPayment, deliver: fulfilEpisodeOrder },
  // The ledger entry of the payment creates the lots.
  points: { ...windowPayment, deliver: async () => null },
  subscription: subscriptionFulfilment,
}
