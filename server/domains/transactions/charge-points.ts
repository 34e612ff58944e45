import type { Answer, CallOutput } from '#contract/endpoint.ts'
import { ownershipTypes, pointPackages } from '#contract/money.ts'
import type { transactions } from '#contract/transactions.ts'
import { refuseField } from '#server/kernel/refusals.ts'
import { type BuyWithPoints, createPointSales } from './buy-with-points.ts'
import { needConsents } from './consents.ts'
import { orderByCard } from './order-by-card.ts'
import { needGateway, windowOf } from './order-window.ts'
import { topUpTitle } from './orders.copy.ts'
import type { MoneyParts } from './parts.ts'
import type { Payer } from './payer.ts'
import { wireOrder } from './queries.ts'
import { lockWallet } from './wallets.ts'

type Charge = CallOutput<typeof transactions.chargePoints>['body']
type Charged = Answer<typeof transactions.chargePoints>

export type ChargePoints = (payer: Payer, charge: Charge) => Promise<Charged>

/**
 * D-53: orders a top-up, or buys an episode with points; what is charged must be what the server reckons.
 * @throws Refusal `invalid_request` naming the field that does not fit, and what `orderByCard` and `createPointSales` throw
 */
export function createChargePoints(parts: MoneyParts): ChargePoints {
  const buyWithPoints = createPointSales(parts)
  return async (payer, charge) => {
    // Nobody grants himself points.
    if (charge.is_event) refuseField('is_event', 'not_in_list')
    return charge.is_topup ? topUp(parts, payer, charge) : spend(buyWithPoints, payer, charge)
  }
}

async function topUp(parts: MoneyParts, { member, transact, now }: Payer, charge: Charge) {
  const chosen = pointPackages.find(({ amount }) => amount === charge.changed_point)
  if (!chosen) refuseField('changed_point', 'not_in_list')
  if (charge.payment_method !== 'card') refuseField('payment_method', 'not_in_list')
  if (charge.episode != null) refuseField('episode', 'not_in_list')
  needConsents(charge)
  needGateway(parts)
  const { amount, bonus } = chosen
  const { wallet, order } = await transact(async (tx) => {
    const wallet = await lockWallet(tx, member.id, now)
    const item = { kind: 'points' as const, point_amount: amount, point_bonus: bonus }
    const order = await orderByCard(
      tx,
      wallet.id,
      { ...item, amount, title: topUpTitle(amount) },
      now,
    )
    return { wallet, order }
  })
  return { order: await wireOrder(parts.db, order), window: windowOf(parts, order, wallet) }
}

async function spend(
  buyWithPoints: BuyWithPoints,
  { member, now }: Payer,
  charge: Charge,
): Promise<Charged> {
  if (charge.episode == null) return refuseField('episode', 'required')
  if (charge.payment_method !== 'point') refuseField('payment_method', 'not_in_list')
  needConsents(charge)
  const order = await buyWithPoints({
    ...{ member, now },
    episode_id: charge.episode,
    ownership_type_id: charge.ownership_type_id ?? ownershipTypes.owned,
    changed_point: charge.changed_point,
  })
  return { order, window: null }
}
