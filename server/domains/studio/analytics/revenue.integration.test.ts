import { endpoints } from '#contract/index.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard, buyWithPoints, makePaidEpisode, topUp } from '#test/fixtures/payments.ts'
import {
  makeCustomer,
  makeSubscriber,
  openPaymentsTestApp,
  type PaymentsTestApp,
  plans,
} from '#test/fixtures/subscriptions.ts'
import { runAnalyticsMaintenance } from './aggregation-queries.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const { studio_analytics } = endpoints
const day = 86_400_000
/** Noon in Seoul. */
const startedAt = '2027-01-31T03:00:00.000Z'

let app: PaymentsTestApp
let staff: TestMember
beforeAll(async () => {
  app = await openPaymentsTestApp(startedAt)
  staff = await makeMember(app, { is_staff: true })
  await app.pool.query(
    `update sessions set expires_at = '2199-01-01Z', last_seen_at = '2198-12-31Z' where member_id = $1`,
    [staff.id],
  )
})
afterEach(() => app.rest())
afterAll(() => app?.close())

async function figures(from: string, to = from) {
  await app.pool.query('update sessions set second_factor_at = $2 where member_id = $1', [
    staff.id,
    app.clock.now(),
  ])
  return (await staff.call(studio_analytics.listDays, { query: { from, to } })).results
}
const today = async () => (await figures(seoulDate(app.clock.now())))[0]!

/** Reads per day the won credited to and debited from the gateway account, from the ledger postings. */
async function postings() {
  const { rows } = await app.pool.query<{ day: string; revenue: number; refunds: number }>(
    `select to_char(e.created_at at time zone 'Asia/Seoul', 'YYYY-MM-DD') as day,
       coalesce(sum(p.amount) filter (where side = 'debit'), 0)::int as revenue,
       coalesce(sum(p.amount) filter (where side = 'credit'), 0)::int as refunds
     from ledger_entries e join ledger_postings p on p.entry_id = e.id
     where p.unit = 'won' and p.account = 'gateway' group by 1 order by 1`,
  )
  return rows
}

test('reports revenue of the ledger on its own day and a refund on the day it was made', async () => {
  const episode = await makePaidEpisode(app, { price: 1_500 })
  const first = await makeCustomer(app)
  const { order_id } = await buyByCard(app, first, episode)
  // The last moment of that day and the first of the next.
  app.clock.set('2027-01-31T14:59:59.999Z')
  const second = await makeMember(app)
  await topUp(app, second, 5_000)
  app.clock.advance(1)
  const third = await makeMember(app)
  await topUp(app, third, 10_000)
  await buyWithPoints(second, episode, 1_500)
  expect(await figures('2027-01-31', '2027-02-01')).toMatchObject([
    { revenue: 6_500, purchases: 1_500, top_ups: 5_000, refunds: 0, members: 3 },
    { revenue: 10_000, purchases: 0, top_ups: 10_000, refunds: 0, members: 1 },
  ])
  app.clock.set('2027-02-02T03:00:00.000Z')
  await first.call(transactions.requestRefund, { body: { order_id } })
  await runAnalyticsMaintenance(app)
  const after = await figures('2027-01-31', '2027-02-02')
  expect(after.map(({ revenue, refunds }) => [revenue, refunds])).toEqual([
    [6_500, 0],
    [10_000, 0],
    [0, 1_500],
  ])
  const works = await staff.call(studio_analytics.listWorks, {
    query: { from: '2027-01-31', to: '2027-02-02', by: 'sales' },
  })
  // One refunded card purchase and one with points, of which the bonus part was not paid for.
  const { rows } = await app.pool.query<{ paid: number }>(
    `select -paid_point as paid from ledger_entries where kind = 'purchase' and amount_krw = 0`,
  )
  expect(works.results.map(({ sales }) => sales)).toEqual(rows.map(({ paid }) => paid))
})

test('counts a subscriber on the day they join, renew, fail to pay and leave', async () => {
  app.clock.set('2027-03-10T15:00:00.000Z')
  const member = await makeSubscriber(app, plans.standard, 'decline_later')
  const loyal = await makeSubscriber(app, plans.standard)
  expect(await today()).toMatchObject({ day: '2027-03-11', joined: 2, subscriptions: 21_800 })
  const { subscription } = await member.mine()
  await app.passTo(subscription!.period_end)
  expect(await today()).toMatchObject({
    day: '2027-04-11',
    renewed: 1,
    past_due: 1,
    left: 0,
    joined: 0,
    subscriptions: 10_900,
  })
  for (const days of [1, 3, 5, 7]) {
    app.clock.set(new Date(Date.parse(subscription!.period_end) + days * day).toISOString())
    await app.tend()
    await runAnalyticsMaintenance(app)
    expect(await today(), `day ${days}`).toMatchObject({ past_due: 0, left: days === 7 ? 1 : 0 })
  }
  const overview = await staff.call(studio_analytics.readOverview, {})
  expect(overview).toMatchObject({ subscribers: 1, today: { left: 1 } })

  // After cancellation, the member stays subscribed until the period ends and is counted as left on that day.
  await loyal.renews(false)
  expect(await today()).toMatchObject({ left: 1 })
  await app.passTo((await loyal.mine()).subscription!.period_end)
  expect(await today()).toMatchObject({ day: '2027-05-11', left: 1 })
})

test('counts a refunded subscriber as left on the day of the refund', async () => {
  app.clock.set('2027-06-10T03:00:00.000Z')
  const member = await makeSubscriber(app)
  const { rows } = await app.pool.query<{ order_id: string }>(
    `select order_id from orders where kind = 'subscription' order by id desc limit 1`,
  )
  await app.pass(1)
  await member.call(transactions.requestRefund, { body: { order_id: rows[0]!.order_id } })
  expect(await today()).toMatchObject({ day: '2027-06-11', left: 1, refunds: 10_900, revenue: 0 })
})

test('agrees with the ledger postings on every day, before and after aggregation', async () => {
  const books = await postings()
  for (const fold of [false, true]) {
    if (fold) await runAnalyticsMaintenance(app)
    const days = await figures('2027-01-01', '2027-12-31')
    expect(
      days
        .filter((row) => row.revenue + row.refunds > 0)
        .map((row) => ({ day: row.day, revenue: row.revenue, refunds: row.refunds })),
    ).toEqual(books)
  }
})
