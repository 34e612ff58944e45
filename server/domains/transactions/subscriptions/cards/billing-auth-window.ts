import type { BillingAuthParams } from '#server/adapters/payments/index.ts'
import { requirePaymentGateway } from '../../orders/payment-window.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { lockWallet } from '../../ledger/wallets.ts'

/** Our page that the card's window returns to, with what is to be joined with the card where something is. */
const returnPage = '/mypage/plans/card'

/** A plan that was agreed to, and for how many won now. */
type Joining = { plan_id: number; agreed_amount: number }

/**
 * What opens the window that registers a card for whoever has this key.
 * @throws Refusal `service_unavailable` where nothing is sold.
 */
export function billingAuthFor(
  { payments, site_url }: Pick<PaymentDependencies, 'payments' | 'site_url'>,
  customer_key: string,
  joining?: Joining,
): BillingAuthParams {
  requirePaymentGateway({ payments })
  const query = joining ? `?plan=${joining.plan_id}&agreed=${joining.agreed_amount}` : ''
  return payments.billingAuthWindow({
    customer_key,
    success_url: `${site_url}${returnPage}/success${query}`,
    fail_url: `${site_url}${returnPage}/fail${query}`,
  })
}

/** `POST …/card/window/`: another card, whether or not something is subscribed to. */
export async function startBillingAuth(
  parts: PaymentDependencies,
  member_id: number,
  now: Date,
): Promise<BillingAuthParams> {
  const { customer_key } = await parts.transact((tx) => lockWallet(tx, member_id, now))
  return billingAuthFor(parts, customer_key)
}
