import type { Answer, CallOutput } from '#contract/endpoint.ts'
import type { transactions } from '#contract/transactions.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { needConsents } from './consents.ts'
import { findLiving, type Living, makesWay } from './deliver-episode.ts'
import { findSale } from './find-sale.ts'
import { orderByCard } from './order-by-card.ts'
import { needGateway, windowOf } from './order-window.ts'
import type { MoneyParts } from './parts.ts'
import type { Payer } from './payer.ts'
import { wireOrder } from './queries.ts'
import { lockWallet } from './wallets.ts'

/**
 * Orders an episode that is paid by card (D-52): nothing is paid yet, and the price is the server's (P1).
 * @throws Refusal `not_found`, `not_for_sale`, `adult_verification_required`, `already_owned`, `order_under_way`
 */
export async function orderEpisode(
  parts: MoneyParts,
  { member, transact, now }: Payer,
  body: CallOutput<typeof transactions.orderEpisode>['body'],
): Promise<Answer<typeof transactions.orderEpisode>> {
  needConsents(body)
  const { order, wallet } = await transact(async (tx) => {
    const bargain = await findSale(tx, member, body, now)
    needGateway(parts)
    const wallet = await lockWallet(tx, member.id, now)
    refuseOwned(await findLiving(tx, wallet.id, body.episode_id), bargain, now)
    const { price: amount, ...item } = bargain
    return {
      wallet,
      order: await orderByCard(tx, wallet.id, { kind: 'episode', amount, ...item }, now),
    }
  })
  return { order: await wireOrder(parts.db, order), window: windowOf(parts, order, wallet) }
}

/** @throws Refusal `already_owned`; `order_under_way` while it is being paid back. */
export function refuseOwned(
  living: Living | null | undefined,
  { ownership_type_id }: { ownership_type_id: number },
  now: Date,
): void {
  if (!living || makesWay(living, ownership_type_id, now)) return
  refuse(living.state === 'refunding' ? 'order_under_way' : 'already_owned')
}
