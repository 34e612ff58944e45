import type { BillingAuthParams } from '#server/adapters/payments/index.ts'
import { requirePaymentGateway } from '../../orders/payment-window.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { lockWallet } from '../../ledger/wallet-queries.ts'

/** Page that the billing-auth window redirects to, with the agreed plan in the query if there is one. */
const returnPage = '/mypage/plans/card'

/**
 * Returns the parameters of the billing-auth window that registers a card for a customer key.
 * @param agreedPlan the plan that the member agreed to, and the won to be charged now.
 * @throws ProblemError `service_unavailable` if no gateway is configured.
 */
export function billingAuthFor(
  { payments, site_url }: Pick<PaymentDependencies, 'payments' | 'site_url'>,
  customer_key: string,
  agreedPlan?: { plan_id: number; agreed_amount: number },
): BillingAuthParams {
  requirePaymentGateway({ payments })
  const query = agreedPlan ? `?plan=${agreedPlan.plan_id}&agreed=${agreedPlan.agreed_amount}` : ''
  return payments.billingAuthWindow({
    customer_key,
    success_url: `${site_url}${returnPage}/success${query}`,
    fail_url: `${site_url}${returnPage}/fail${query}`,
  })
}

/** `POST …/card/window/`: registers or replaces a card, with or without a subscription. */
export async function startBillingAuth(
  deps: PaymentDependencies,
  member_id: number,
  now: Date,
): Promise<BillingAuthParams> {
  const { customer_key } = await deps.transact((tx) => lockWallet(tx, member_id, now))
  return billingAuthFor(deps, customer_key)
}
