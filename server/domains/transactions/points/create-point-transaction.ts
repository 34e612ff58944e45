import type { EndpointResponse, ParsedInput } from '#contract/core/endpoint.ts'
import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { transactions } from '#contract/transactions/transactions.ts'
import type { Tx } from '#server/db/client.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import { type BuyWithPoints, createBuyWithPoints } from './buy-with-points.ts'
import { requireConsents } from '../orders/purchase-eligibility.ts'
import { createCardOrder } from '../orders/order-episode.ts'
import { requirePaymentGateway, paymentWindowFor } from '../orders/payment-window.ts'
import { topUpTitle } from '../orders/orders.copy.ts'
import type { Payer, PaymentDependencies } from '../dependencies.ts'
import { loadOrderResponse } from '../orders/order-queries.ts'
import { lockWallet } from '../ledger/wallet-queries.ts'
import { lockPackageOnSale } from './package-queries.ts'

type Charge = ParsedInput<typeof transactions.createPointTransaction>['body']
type Charged = EndpointResponse<typeof transactions.createPointTransaction>

/**
 * Creates the use case that orders a top-up or buys an episode with points. The amount must equal the server's price.
 * @throws ProblemError `invalid_request` with the invalid field, and the problems of `createCardOrder` and `BuyWithPoints`
 */
export function createPointTransactions(deps: PaymentDependencies) {
  const buyWithPoints = createBuyWithPoints(deps)
  return async (caller: Payer, charge: Charge): Promise<Charged> => {
    // Only staff grant event points.
    if (charge.is_event) throwFieldError('is_event', 'invalid_choice')
    return charge.is_topup ? topUp(deps, caller, charge) : spend(buyWithPoints, caller, charge)
  }
}

async function topUp(deps: PaymentDependencies, { member, transact, now }: Payer, charge: Charge) {
  if (charge.payment_method !== 'card') throwFieldError('payment_method', 'invalid_choice')
  if (charge.episode != null) throwFieldError('episode', 'invalid_choice')
  requireConsents(charge)
  requirePaymentGateway(deps)
  const { wallet, order } = await transact(async (tx) => {
    const wallet = await lockWallet(tx, member.id, now)
    const { id: point_package_id, amount, bonus } = await lockChosenPackage(tx, charge)
    const points = { point_package_id, point_amount: amount, point_bonus: bonus }
    const item = { kind: 'points' as const, ...points, amount, title: topUpTitle(amount) }
    return { wallet, order: await createCardOrder(tx, wallet.id, item, now) }
  })
  return {
    order: await loadOrderResponse(deps.db, order),
    payment_window: paymentWindowFor(deps, order, wallet),
  }
}

/**
 * Locks the package of a top-up, so that a change of it is either seen or waits.
 * @throws ProblemError `package_changed` if it is not the one that the member has seen; 400 `invalid_choice` if there is none
 */
async function lockChosenPackage(tx: Tx, { changed_point, point_package_id: seen }: Charge) {
  const onSale = await lockPackageOnSale(tx, changed_point)
  if (seen !== undefined && onSale?.id !== seen) throwProblem('package_changed')
  return onSale ?? throwFieldError('changed_point', 'invalid_choice')
}

async function spend(
  buyWithPoints: BuyWithPoints,
  { member, profile_id, now }: Payer,
  charge: Charge,
): Promise<Charged> {
  if (charge.episode == null) return throwFieldError('episode', 'required')
  if (charge.payment_method !== 'point') throwFieldError('payment_method', 'invalid_choice')
  requireConsents(charge)
  const order = await buyWithPoints({
    member,
    profile_id,
    now,
    episode_id: charge.episode,
    ownership_type_id: charge.ownership_type_id ?? ownershipTypes.owned,
    changed_point: charge.changed_point,
    rental_terms_id: charge.rental_terms_id,
  })
  return { order, payment_window: null }
}
