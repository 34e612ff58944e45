import { transactions } from '#contract/transactions/transactions.ts'
import type { TestMember } from '#test/fixtures/members.ts'
import { givenConsents, buyByCard, topUp } from '#test/fixtures/payments.ts'
import type { TestApp } from '#test/app/test-app.ts'

const hour = 3_600_000
const day = 24 * hour

/** Puts episodes of the demonstration data on sale and for rent, also on days before their release. First episodes come last. */
export async function putOnSale(world: TestApp, count: number): Promise<number[]> {
  const { rows } = await world.pool.query<{ id: number }>(
    `update episodes set video_state = 'ready', released_at = null, is_free = false, price = 1500, rental_price = 500, in_subscription = false
     where id in (select e.id from episodes e join series s on s.id = e.series_id
       where s.age_rating <> '19' and e.orientation = 'horizontal' and e.released_at <= $2
       order by e.number = 1, e.series_id, e.id limit $1)
     returning id`,
    [count, world.clock.now()],
  )
  if (rows.length < count) throw new Error('the demonstration has fewer episodes')
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Runs something with the clock set back by days. The gateway uses the same clock. */
export async function actInPast<T>(
  world: TestApp,
  days: number,
  act: () => Promise<T>,
): Promise<T> {
  world.clock.advance(-days * day)
  try {
    return await act()
  } finally {
    world.clock.advance(days * day)
  }
}

/** Buys or rents an episode with points. */
export const spendPoints = (
  member: TestMember,
  episode: number,
  price: number,
  ownership_type_id: 2 | 3 = 3,
) =>
  member.call(transactions.createPointTransaction, {
    body: {
      changed_point: -price,
      is_event: false,
      is_topup: false,
      payment_method: 'point',
      episode,
      ownership_type_id,
      ...givenConsents,
    },
  })

/** Requests a key after the preview like the player: refunds end here, and a rental starts. */
export const startWatching = (world: TestApp, member: TestMember, episode_id: number) =>
  world.pool.query(
    `update purchases p set first_used_at = $3,
       expires_at = case when expires_at is null then null else $3::timestamptz + interval '48 hours' end
     from wallets w where w.id = p.wallet_id and w.member_id = $1 and p.episode_id = $2`,
    [member.id, episode_id, world.clock.now()],
  )

/** Gives a member old and new top-ups, purchases by card and points, and rentals (unstarted, started, expired). Uses five episodes. */
export async function fundMember(world: TestApp, member: TestMember, episodes: readonly number[]) {
  const [card = 0, points = 0, rented = 0, begun = 0, lapsed = 0] = episodes
  await actInPast(world, 345, () => topUp(world, member, 10_000))
  await actInPast(world, 40, () => buyByCard(world, member, lapsed, 2))
  await actInPast(world, 9, () => buyByCard(world, member, card))
  await actInPast(world, 3, () => topUp(world, member, 30_000))
  await actInPast(world, 2, () => spendPoints(member, points, 1_500))
  await actInPast(world, 1, async () => {
    await spendPoints(member, begun, 500, 2)
    await startWatching(world, member, begun)
  })
  await buyByCard(world, member, rented, 2)
}
