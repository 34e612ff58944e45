import { ProblemError } from '#server/shared/problem-error.ts'
import { grantPoints } from '../staff/payments/grant-points.ts'
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

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterAll(() => app?.close())

async function makeBuyer(points: number): Promise<SystemUnderTest> {
  const system = await openSystemUnderTest(app, [])
  if (points > 0)
    await app.transact((tx) =>
      grantPoints(tx, {
        member_id: system.member.id,
        amount: points,
        idempotency_key_hash: null,
        now: app.clock.now(),
      }),
    )
  return system
}

const requestFor = (system: SystemUnderTest, episode_id: number, price: number): PointPurchase => {
  const { member, now } = system.payer()
  const item = { episode_id, ownership_type_id: 3, changed_point: -price } as const
  return { member, profile_id: null, ...item, now }
}

const outcomeCode = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled'
    ? 'done'
    : result.reason instanceof ProblemError
      ? result.reason.code
      : 'fault'

test('completes or refuses each purchase of a batch individually', async () => {
  const buy = createBuyWithPoints(app)
  const buyers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => makeBuyer(1_000 + index)),
  )
  const prices = buyers.map((_, index) => 100 + index)
  const episodes = await Promise.all(prices.map((price) => makePaidEpisode(app, { price })))
  const poorBuyer = await makeBuyer(10)
  const [notFoundBuyer, wrongPriceBuyer] = [await makeBuyer(500), await makeBuyer(500)]
  const results = await Promise.allSettled([
    ...buyers.map((system, n) => buy(requestFor(system, episodes[n] ?? 0, prices[n] ?? 0))),
    buy(requestFor(poorBuyer, episodes[0] ?? 0, 100)),
    buy(requestFor(notFoundBuyer, 2_000_000_000, 100)),
    buy(requestFor(wrongPriceBuyer, episodes[1] ?? 0, 1)),
  ])
  expect(results.map(outcomeCode)).toEqual([
    ...buyers.map(() => 'done'),
    ...['insufficient_points', 'not_found', 'invalid_request'],
  ])
  for (const [index, system] of buyers.entries()) {
    const result = results[index]
    expect(result).toMatchObject({
      value: { status: 'paid', amount: prices[index], episode: { id: episodes[index] } },
    })
    expect(await readMemberLedger(app, system.member)).toMatchObject({
      event_point: 900,
      event_lots: 900,
    })
    const bought = await system.rows<{ episode_id: number }>(
      'select episode_id from purchases where wallet_id = $1',
    )
    expect(bought).toEqual([{ episode_id: episodes[index] }])
  }
  expect(await readMemberLedger(app, poorBuyer.member)).toMatchObject({
    event_point: 10,
    event_lots: 10,
  })
})

test('creates no wallet when the first purchase of a member is refused', async () => {
  const buy = createBuyWithPoints(app)
  const member = await makeMember(app)
  const episode = await makePaidEpisode(app, { price: 100 })
  const request = requestFor(await makeBuyer(0), episode, 100)
  const results = await Promise.allSettled([
    buy({ ...request, member: { ...request.member, id: member.id } }),
  ])
  expect(results.map(outcomeCode)).toEqual(['insufficient_points'])
  const { rows } = await app.pool.query('select from wallets where member_id = $1', [member.id])
  expect(rows).toHaveLength(0)
})

test('spends no point twice when 64 servers sell to one wallet', async () => {
  const system = await makeBuyer(30_500)
  const episodes = await Promise.all(
    Array.from({ length: 64 }, () => makePaidEpisode(app, { price: 1_000 })),
  )
  const servers = episodes.map(() => createBuyWithPoints(app))
  const results = await Promise.allSettled(
    servers.map((buy, n) => buy(requestFor(system, episodes[n] ?? 0, 1_000))),
  )
  const counts = Map.groupBy(results.map(outcomeCode), (outcome) => outcome)
  expect(counts.get('done')).toHaveLength(30)
  expect(counts.get('insufficient_points')).toHaveLength(34)
  expect(await readMemberLedger(app, system.member)).toMatchObject({
    event_point: 500,
    event_lots: 500,
  })
})

test('does not block other members while one wallet is locked, and completes after the unlock', async () => {
  const buy = createBuyWithPoints(app)
  const [lockedBuyer, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => makeBuyer(1_000)),
  )
  if (!lockedBuyer) throw new Error('expected five buyers')
  const episode = await makePaidEpisode(app, { price: 1_000 })
  const lockingClient = await app.pool.connect()
  try {
    await lockingClient.query('begin')
    await lockingClient.query('select from wallets where id = $1 for update', [
      lockedBuyer.wallet_id,
    ])
    const blockedPurchase = buy(requestFor(lockedBuyer, episode, 1_000))
    const orders = await Promise.all(
      others.map((system) => buy(requestFor(system, episode, 1_000))),
    )
    expect(orders.map(({ status }) => status)).toEqual(others.map(() => 'paid'))
    await lockingClient.query('commit')
    expect(await blockedPurchase).toMatchObject({ status: 'paid' })
  } finally {
    lockingClient.release()
  }
})

test('fails only the purchase that the database rejects', async () => {
  const buy = createBuyWithPoints(app)
  const buyers = await Promise.all(Array.from({ length: 4 }, () => makeBuyer(1_000)))
  const [rejectedBuyer] = buyers
  const episode = await makePaidEpisode(app, { price: 1_000 })
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  try {
    await owner.query(`
      create function fail() returns trigger language plpgsql as
        $$ begin raise exception 'rejected by the test' using errcode = 'check_violation'; end $$;
      create trigger fail before insert on purchases for each row
        when (new.wallet_id = ${rejectedBuyer?.wallet_id}) execute function fail()`)
    const results = await Promise.allSettled(
      buyers.map((system) => buy(requestFor(system, episode, 1_000))),
    )
    expect(results.map(outcomeCode)).toEqual(['fault', 'done', 'done', 'done'])
    for (const [index, system] of buyers.entries())
      expect((await readMemberLedger(app, system.member)).event_point).toBe(index === 0 ? 1_000 : 0)
  } finally {
    await owner.query('drop function fail cascade')
    await owner.end()
  }
})
