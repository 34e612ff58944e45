import type { CardWindow } from '#server/outside/payments/index.ts'
import { needGateway } from '../order-window.ts'
import type { MoneyParts } from '../parts.ts'
import { lockWallet } from '../wallets.ts'

/** Our page that the card's window returns to, with what is to be joined with the card where something is. */
const returnPage = '/mypage/plans/card'

/** A plan that was agreed to, and for how many won now. */
type Joining = { plan_id: number; agreed_amount: number }

/**
 * What opens the window that registers a card for whoever has this key.
 * @throws Refusal `service_unavailable` where nothing is sold.
 */
export function cardWindowOf(
  { payments, site_url }: Pick<MoneyParts, 'payments' | 'site_url'>,
  customer_key: string,
  joining?: Joining,
): CardWindow {
  needGateway({ payments })
  const query = joining ? `?plan=${joining.plan_id}&agreed=${joining.agreed_amount}` : ''
  return payments.cardWindow({
    customer_key,
    success_url: `${site_url}${returnPage}/success${query}`,
    fail_url: `${site_url}${returnPage}/fail${query}`,
  })
}

/** `POST …/card/window/`: another card, whether or not something is subscribed to. */
export async function openCardWindow(
  parts: MoneyParts,
  member_id: number,
  now: Date,
): Promise<CardWindow> {
  const { customer_key } = await parts.transact((tx) => lockWallet(tx, member_id, now))
  return cardWindowOf(parts, customer_key)
}
