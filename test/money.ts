import { transactions } from '#contract/transactions.ts'
import pg from 'pg'
import type { TestMember } from './members.ts'
import { makePlayable } from './watching.ts'
import type { World } from './world.ts'

export const agreed = { precautions_agreed: true, privacy_agreed: true } as const

/** An episode that is sold, let and plays. */
export async function makeSold(
  world: World,
  { price = 1_500, rental_price = 500 }: { price?: number; rental_price?: number | null } = {},
): Promise<number> {
  const [id = 0] = await makePlayable(world, [{ is_free: false, price, in_subscription: false }])
  await world.pool.query('update episodes set rental_price = $2 where id = $1', [id, rental_price])
  return id
}

export const orderEpisode = (
  member: TestMember,
  episode_id: number,
  ownership_type_id: 2 | 3 = 3,
) =>
  member.call(transactions.orderEpisode, {
    body: { episode_id, ownership_type_id, payment_method: 'card', ...agreed },
  })

export const orderTopUp = (member: TestMember, changed_point: number) =>
  member.call(transactions.chargePoints, {
    body: { changed_point, is_event: false, is_topup: true, payment_method: 'card', ...agreed },
  })

export const buyWithPoints = (member: TestMember, episode: number, price: number) =>
  member.call(transactions.chargePoints, {
    body: {
      ...{ changed_point: -price, is_event: false, is_topup: false },
      ...{ payment_method: 'point', episode, ...agreed },
    },
  })

/** Has a member buy a package by card, through the gateway's window. */
export async function topUp(world: World, member: TestMember, amount: number) {
  const { window } = await orderTopUp(member, amount)
  if (!window) throw new Error('A top-up has a window')
  return member.call(transactions.confirmPayment, { body: await world.gateway.pay(window) })
}

/** Has a member buy an episode by card, through the gateway's window. */
export async function buyByCard(
  world: World,
  member: TestMember,
  episode_id: number,
  ownership_type_id: 2 | 3 = 3,
) {
  const { window } = await orderEpisode(member, episode_id, ownership_type_id)
  return member.call(transactions.confirmPayment, { body: await world.gateway.pay(window) })
}

export type BooksOf = {
  event_point: number
  paid_point: number
  /** What lots of each kind still hold. */
  event_lots: number
  paid_lots: number
  won: number
}

/** What stands in the books of a member. */
export async function booksOf(world: World, { id }: { id: number }): Promise<BooksOf> {
  const { rows } = await world.pool.query<BooksOf>(
    `select w.event_point, w.paid_point,
      (select coalesce(sum(remaining), 0)::int from point_lots where wallet_id = w.id and kind = 'event') as event_lots,
      (select coalesce(sum(remaining), 0)::int from point_lots where wallet_id = w.id and kind = 'paid') as paid_lots,
      (select coalesce(sum(won), 0)::int from ledger_entries where wallet_id = w.id) as won
     from wallets w where member_id = $1`,
    [id],
  )
  return rows[0] ?? { event_point: 0, paid_point: 0, event_lots: 0, paid_lots: 0, won: 0 }
}

/** Whether a worker that comes by now does the job with this key (P8: at once). */
export async function isDue({ owner_url }: World, key: string): Promise<boolean | undefined> {
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  const { rows } = await owner.query<{ is_due: boolean }>(
    'select run_at <= now() as is_due from graphile_worker.jobs where key = $1',
    [key],
  )
  await owner.end()
  return rows[0]?.is_due
}
