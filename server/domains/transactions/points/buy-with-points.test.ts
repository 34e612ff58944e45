import { ProblemError } from '#server/shared/problem-error.ts'
import { grantPoints } from './grant-points.ts'
import { createBuyWithPoints, type PointPurchase } from './buy-with-points.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { readMemberLedger, makePaidEpisode } from '#test/fixtures/payments.ts'
import {
  openSystemUnderTest,
  type SystemUnderTest,
} from '#test/payments-model/system-under-test.ts'
import { openPaymentsTestApp, type PaymentsTestApp } from '#test/fixtures/subscriptions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'

let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp()))
afterAll(() => shop?.close())

async function buyer(points: number): Promise<SystemUnderTest> {
  const real = await openSystemUnderTest(shop, [])
  if (points > 0)
    await shop.transact((tx) =>
      grantPoints(tx, {
        ...{ member_id: real.member.id, amount: points, key_hash: null, now: shop.clock.now() },
      }),
    )
  return real
}

const wishOf = (real: SystemUnderTest, episode_id: number, price: number): PointPurchase => {
  const { member, now } = real.payer()
  return { ...{ member, now, episode_id }, ownership_type_id: 3, changed_point: -price }
}

const outcomeOf = (one: PromiseSettledResult<unknown>) =>
  one.status === 'fulfilled'
    ? 'done'
    : one.reason instanceof ProblemError
      ? one.reason.code
      : 'fault'

test('who buys together gets his own, and is refused for his own reasons', async () => {
  const buy = createBuyWithPoints(shop)
  const buyers = await Promise.all(Array.from({ length: 12 }, (_, at) => buyer(1_000 + at)))
  const prices = buyers.map((_, at) => 100 + at)
  const episodes = await Promise.all(prices.map((price) => makePaidEpisode(shop, { price })))
  const poor = await buyer(10)
  const [lost, sly] = [await buyer(500), await buyer(500)]
  const found = await Promise.allSettled([
    ...buyers.map((real, at) => buy(wishOf(real, episodes[at] ?? 0, prices[at] ?? 0))),
    buy(wishOf(poor, episodes[0] ?? 0, 100)),
    buy(wishOf(lost, 2_000_000_000, 100)),
    buy(wishOf(sly, episodes[1] ?? 0, 1)),
  ])
  expect(found.map(outcomeOf)).toEqual([
    ...buyers.map(() => 'done'),
    ...['points_missing', 'not_found', 'invalid_request'],
  ])
  for (const [at, real] of buyers.entries()) {
    const one = found[at]
    expect(one).toMatchObject({
      value: { status: 'paid', amount: prices[at], episode: { id: episodes[at] } },
    })
    expect(await readMemberLedger(shop, real.member)).toMatchObject({
      event_point: 900,
      event_lots: 900,
    })
    const bought = await real.rows<{ episode_id: number }>(
      'select episode_id from purchases where wallet_id = $1',
    )
    expect(bought).toEqual([{ episode_id: episodes[at] }])
  }
  expect(await readMemberLedger(shop, poor.member)).toMatchObject({
    event_point: 10,
    event_lots: 10,
  })
})

test('who is refused at his first act of money leaves no account', async () => {
  const buy = createBuyWithPoints(shop)
  const newcomer = await makeMember(shop)
  const episode = await makePaidEpisode(shop, { price: 100 })
  const wish = wishOf(await buyer(0), episode, 100)
  const found = await Promise.allSettled([
    buy({ ...wish, member: { ...wish.member, id: newcomer.id } }),
  ])
  expect(found.map(outcomeOf)).toEqual(['points_missing'])
  const { rows } = await shop.pool.query('select from wallets where member_id = $1', [newcomer.id])
  expect(rows).toHaveLength(0)
})

test('as many servers as clients sell to one account: no point is spent twice', async () => {
  const real = await buyer(30_500)
  const episodes = await Promise.all(
    Array.from({ length: 64 }, () => makePaidEpisode(shop, { price: 1_000 })),
  )
  const servers = episodes.map(() => createBuyWithPoints(shop))
  const found = await Promise.allSettled(
    servers.map((buy, at) => buy(wishOf(real, episodes[at] ?? 0, 1_000))),
  )
  const counts = Map.groupBy(found.map(outcomeOf), (outcome) => outcome)
  expect(counts.get('done')).toHaveLength(30)
  expect(counts.get('points_missing')).toHaveLength(34)
  expect(await readMemberLedger(shop, real.member)).toMatchObject({
    event_point: 500,
    event_lots: 500,
  })
})

test('somebody whose account is held holds up nobody else, and is served once it is free', async () => {
  const buy = createBuyWithPoints(shop)
  const [held, ...others] = await Promise.all(Array.from({ length: 5 }, () => buyer(1_000)))
  if (!held) throw new Error('There are five')
  const episode = await makePaidEpisode(shop, { price: 1_000 })
  const holder = await shop.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from wallets where id = $1 for update', [held.wallet_id])
    const waiting = buy(wishOf(held, episode, 1_000))
    const served = await Promise.all(others.map((real) => buy(wishOf(real, episode, 1_000))))
    expect(served.map(({ status }) => status)).toEqual(others.map(() => 'paid'))
    await holder.query('commit')
    expect(await waiting).toMatchObject({ status: 'paid' })
  } finally {
    holder.release()
  }
})

test('what the database refuses of one, the others do not pay for', async () => {
  const buy = createBuyWithPoints(shop)
  const buyers = await Promise.all(Array.from({ length: 4 }, () => buyer(1_000)))
  const [unlucky] = buyers
  const episode = await makePaidEpisode(shop, { price: 1_000 })
  const owner = new pg.Client({ connectionString: shop.owner_url })
  await owner.connect()
  try {
    await owner.query(`
      create function fail() returns trigger language plpgsql as
        $$ begin raise exception 'not he' using errcode = 'check_violation'; end $$;
      create trigger fail before insert on purchases for each row
        when (new.wallet_id = ${unlucky?.wallet_id}) execute function fail()`)
    const found = await Promise.allSettled(buyers.map((real) => buy(wishOf(real, episode, 1_000))))
    expect(found.map(outcomeOf)).toEqual(['fault', 'done', 'done', 'done'])
    for (const [at, real] of buyers.entries())
      expect((await readMemberLedger(shop, real.member)).event_point).toBe(at === 0 ? 1_000 : 0)
  } finally {
    await owner.query('drop function fail cascade')
    await owner.end()
  }
})
