import type { Fulfilment } from './order-fulfilment.ts'
import { subscriptionFulfilment } from '../subscriptions/billing/charge-fulfilment.ts'
import { fulfilEpisodeOrder } from '../entitlements/purchases.ts'
import type { OrderKind } from '#contract/transactions/transactions.ts'

const byWindow: Pick<Fulfilment, 'pay' | 'fail'> = {
  pay: ({ payments }, { payment_key, order_id, amount }, key) =>
    payments.confirm({ payment_key: payment_key ?? '', order_id, amount }, key),
  fail: async () => {},
}

export const fulfilments: Readonly<Record<OrderKind, Fulfilment>> = {
  episode: { ...byWindow, deliver: fulfilEpisodeOrder },
  // The entry that books it makes the lots.
  points: { ...byWindow, deliver: async () => null },
  subscription: subscriptionFulfilment,
}
