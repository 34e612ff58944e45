import type { Episode } from '#contract/contents.ts'
import type { Db } from '#server/db/client.ts'
import { isAdult } from '#server/kernel/adult.ts'
import type { Member } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { episodeTitle } from './orders.copy.ts'
import { readOffered } from './queries.ts'
import { decideSale } from './sale.ts'

/** What a member is about to buy, at the server's price (P1). Won by card, as many points with points. */
export type Bargain = {
  episode_id: number
  ownership_type_id: 2 | 3
  title: string
  price: number
}

/** @throws Refusal `not_found`, and what `bargainOf` throws */
export async function findSale(db: Db, member: Member, item: Item, now: Date): Promise<Bargain> {
  const episode = (await readOffered(db, item.episode_id)) ?? refuse('not_found')
  return bargainOf(episode, member, item, now)
}

/** @throws Refusal `not_for_sale`, `adult_verification_required` */
export function bargainOf(
  episode: Episode,
  member: Member,
  { episode_id, ownership_type_id }: Item,
  now: Date,
): Bargain {
  const sale = decideSale(episode, ownership_type_id, { is_adult: isAdult(member, now) }, now)
  if (!sale.sold) return refuse(sale.refusal)
  const title = episodeTitle(episode, ownership_type_id)
  return { episode_id, ownership_type_id, title, price: sale.price }
}

type Item = { episode_id: number; ownership_type_id: 2 | 3 }
