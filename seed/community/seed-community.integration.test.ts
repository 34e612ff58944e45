import { accounts } from '#contract/accounts/accounts.ts'
import { reviews } from '#contract/reviews/reviews.ts'
import { watch_history } from '#contract/watch-history/watch-history.ts'
import { customer_services } from '#contract/customer-services/customer-services.ts'
import { studio_analytics } from '#contract/studio/analytics.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { createPaymentGateway } from '#server/adapters/payments/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { simulatorCredentials } from '#server/config.ts'
import { reconcile } from '#server/domains/transactions/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { seedDemoPeople } from '#test/app/demo-people.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { type TestApp, openTestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openGateway } from '../../simulators/payment-gateway/gateway.ts'
import { storeFile } from '../../simulators/payment-gateway/store.ts'
import { demoMembers } from '../activity/demo-credentials.ts'
import { seedCatalogue } from '../seed-catalogue.ts'
import { seedFilms } from '../seed-films.ts'
import { upcomingWorks, works } from '../works/index.ts'

let app: TestApp
const read = async <T extends object>(text: string) => (await app.pool.query<T>(text)).rows

beforeAll(async () => {
  app = await openTestApp()
  await seedCatalogue(app.transact, app.clock.now())
  // As at a first start, whose members buy films that are not encoded yet.
  const { files } = storageFolders(app.config)
  await seedFilms({ ...app, files }, app.clock.now())
  await seedDemoPeople(app, { hasCards: true })
})
afterAll(() => app?.close())

it('seeds the community once', async () => {
  expect(await seedDemoPeople(app, { hasCards: true })).toBe(false)
})

it('makes every figure of a work the sum of what members did', async () => {
  const shown = await read(`
    select id, rating_average::float8 as average, review_count as reviews, like_count as likes from series order by id`)
  const counted = await read(`
    select s.id, (select round(avg(rating) / 2.0, 2)::float8 from reviews r where r.series_id = s.id and not r.is_hidden) as average,
      (select count(*)::int from reviews r where r.series_id = s.id and not r.is_hidden) as reviews,
      (select count(*)::int from likes l where l.series_id = s.id) as likes
    from series s order by s.id`)
  expect(shown).toEqual(counted)
  const [total] = await read(`select sum(viewer_count)::int as count from episodes`)
  const [plays] = await read(`
    select sum(amount)::int as count from stat_deltas where metric = 'plays'`)
  expect(total).toEqual(plays)
  // A member who watched on two days is counted twice, so views are never fewer than histories.
  const fewer = await read(`
    select e.id from episodes e where e.viewer_count < (select count(*) from watch_histories h where h.episode_id = e.id)`)
  expect(fewer).toEqual([])
})

it('lets members rate and like only what they have watched', async () => {
  const unwatched = await read(`
    select profile_id, series_id from reviews where not exists (
      select from watch_histories h where (h.profile_id, h.series_id) = (reviews.profile_id, reviews.series_id))`)
  expect(unwatched).toEqual([])
  const minors = await read(`
    select h.id from watch_histories h join series s on s.id = h.series_id
      join profiles p on p.id = h.profile_id join members m on m.id = p.member_id
    where s.age_rating = '19' and m.adult_verified_until is null`)
  expect(minors).toEqual([])
})

it('lets members watch only what is free, bought or opened by a plan', async () => {
  const unpaid = await read(`
    select h.id from watch_histories h join episodes e on e.id = h.episode_id
      join profiles viewer on viewer.id = h.profile_id join wallets w on w.member_id = viewer.member_id
    where not e.is_free and not exists (
      select from purchases p where p.wallet_id = w.id and p.episode_id = h.episode_id and p.first_used_at <= h.watched_at)
      and not (e.in_subscription and exists (
        select from subscriptions s where s.wallet_id = w.id and s.started_at <= h.watched_at))`)
  expect(unpaid).toEqual([])
  const unbalanced = await read(`
    select w.id from wallets w
    where w.event_point <> (select coalesce(sum(remaining), 0) from point_lots l where l.wallet_id = w.id and l.kind = 'event')
      or w.event_point <> (select coalesce(sum(event_point), 0) from ledger_entries l where l.wallet_id = w.id)`)
  expect(unbalanced).toEqual([])
  expect(
    await read(`select from episodes where video_state <> 'preparing' and not is_announced`),
  ).toEqual([])
})

it('has sixty members with reviews, in which no sentence stands twice', async () => {
  const [members] = await read<{ count: number }>(
    `select count(*)::int as count from members where email like 'member%'`,
  )
  expect(members?.count).toBe(60)
  const rows = await read<{ series_id: number; context: string; is_spoiler: boolean }>(
    'select series_id, context, is_spoiler from reviews where not is_hidden',
  )
  expect(rows.filter(({ is_spoiler }) => is_spoiler).length).toBeGreaterThan(10)
  const sentences = rows.flatMap(({ context }) => context.split(/(?<=[.!?…~])\s+/))
  const repeated = sentences.filter((sentence, place) => sentences.indexOf(sentence) !== place)
  expect(repeated).toEqual([])
  const listed = await app.call(reviews.listSeriesReviews, {
    params: { id: works[0]?.id ?? 0 },
    query: { limit: 20 },
  })
  expect(listed.count).toBe(rows.filter(({ series_id }) => series_id === works[0]?.id).length)
})

it('has at least eight reviews of every released work, of at least three ratings, over the time since its release', async () => {
  const rows = await read<{ id: number; count: number; ratings: number; days: number }>(`
    select s.id, count(r.id)::int as count, count(distinct r.rating)::int as ratings,
      extract(day from max(r.created_at) - min(r.created_at))::int as days
    from series s left join reviews r on r.series_id = s.id where s.id in (${works.map(({ id }) => id).join()})
    group by 1 having count(r.id) < 8 or count(distinct r.rating) < 3`)
  expect(rows).toEqual([])
})

it('has plays and revenue on every whole day of the last eight weeks', async () => {
  const staff = await makeMember(app, { is_staff: true })
  const from = new Date(app.clock.now().getTime() - 53 * 86_400_000).toISOString().slice(0, 10)
  const { results } = await staff.call(studio_analytics.listDays, { query: { from } })
  const empty = results.filter(({ plays, revenue }) => plays === 0 || revenue === 0)
  expect(empty.map(({ day }) => day)).toEqual([])
  const sum = (key: 'refunds' | 'joined' | 'renewed' | 'left' | 'past_due' | 'members') =>
    results.reduce((all, day) => all + day[key], 0)
  for (const key of ['refunds', 'joined', 'renewed', 'left', 'past_due', 'members'] as const)
    expect(sum(key), key).toBeGreaterThan(0)
})

it('agrees with the books of the payment gateway', async () => {
  const { clock } = app
  const gateway = await openGateway({
    ...simulatorCredentials,
    port: 0,
    clock,
    webhook_url: () => undefined,
    file: storeFile(app.config),
  })
  const settings = { ...simulatorCredentials, script_url: '', timeout_ms: 10_000 }
  const log = createLogger('silent', 'test')
  const payments = createPaymentGateway({ ...settings, base_url: gateway.origin }, log)
  const { db, transact } = app
  const to = clock.now()
  const from = new Date(to.getTime() - 14 * 86_400_000)
  const result = await reconcile({ db, transact, payments, clock }, { from, to })
  await gateway.close()
  expect(result).toMatchObject({ differences: [], manual_cases: [] })
  expect(result.entry_count).toBeGreaterThan(20)
  expect(result.gateway_count).toBeGreaterThan(20)
})

it('tells what staff did: campaigns, inquiries, reports, searches and departures', async () => {
  const counts = async (text: string) =>
    (await read<{ key: string; count: number }>(text)).map(({ key, count }) => [key, count])
  expect(
    await read('select status, audience > 5 as has_audience from marketing_campaigns order by id'),
  ).toEqual([
    { status: 'sent', has_audience: true },
    { status: 'sent', has_audience: true },
    { status: 'draft', has_audience: false },
  ])
  expect(
    await read(`select from marketing_recipients r where not exists (
      select from consents c where c.member_id = r.member_id and c.kind = 'marketing_info' and c.is_agreed)`),
  ).toEqual([])
  expect(
    await counts(
      `select (answered_at is not null)::text as key, count(*)::int as count from inquiries group by 1 order by 1`,
    ),
  ).toEqual([
    ['false', 3],
    ['true', 4],
  ])
  expect(
    await counts(`select (resolved_at is not null)::text as key, count(distinct review_id)::int as count
      from review_reports r join reviews w on w.id = r.review_id where not w.is_hidden group by 1 order by 1`),
  ).toEqual([
    ['false', 1],
    ['true', 1],
  ])
  const [other] = await read(`
    select (select count(*)::int from account_deletion_surveys) as surveys,
      (select count(distinct term)::int from search_misses) as misses,
      (select count(*)::int from reviews where is_hidden) as hidden`)
  expect(other).toEqual({ surveys: 3, misses: 8, hidden: 1 })
  const times = await read<{ at: string }>('select at from audit_log order by id')
  expect(times.length).toBeGreaterThan(12)
  expect(await read('select from messages')).toEqual([])
})

it('gives the viewer a history, a wishlist, an alert, inquiries, expiring points, a purchase to refund and a running rental', async () => {
  await app.pool.query(`update episodes set video_state = 'ready' where video_state = 'preparing'`)
  const viewer = createGuestClient(app)
  const [{ email, password }] = demoMembers
  await viewer.call(accounts.signIn, { body: { email, password } })
  const points = await viewer.call(transactions.listPoints, { query: {} })
  expect(points).toMatchObject({ paid_point: 30_000 })
  expect(points.event_point).toBeGreaterThan(1_200)
  const [lot] = await read<{ days: number }>(`
    select extract(day from min(l.expires_at) - '${app.clock.now().toISOString()}'::timestamptz)::int as days
    from point_lots l join wallets w on w.id = l.wallet_id join members m on m.id = w.member_id
    where m.email = '${email}' and l.remaining > 0`)
  expect(lot?.days).toBeLessThan(30)
  const { results: purchases } = await viewer.call(transactions.listPurchases, { query: {} })
  const rental = purchases.find(({ ownership_type_id }) => ownership_type_id === 2)
  expect(Date.parse(rental?.expires_at ?? '')).toBeGreaterThan(app.clock.now().getTime())
  const refundable = purchases.find((purchase) => purchase.refundable.ineligibility_reason === null)
  expect(refundable?.ownership_type_id).toBe(3)
  const histories = await viewer.call(watch_history.listContinueWatching, { query: {} })
  expect(histories.results.map(({ episode }) => episode.series.title)).toEqual([
    '달 세탁소',
    '느린 기차',
  ])
  const { results: alerts } = await viewer.call(watch_history.listReleaseAlerts, {})
  expect(alerts.map(({ series }) => series.id)).toEqual([upcomingWorks[0]?.id])
  const inquiries = await viewer.call(customer_services.listInquiries, { query: { limit: 0 } })
  expect(inquiries.results.map(({ is_answered }) => is_answered)).toEqual([false, true])
})

it('has an upload that encoding rejects with its reason', async () => {
  const [asset] = await read<{ id: number }>('select max(id) as id from media_assets')
  await app.workNow('encode_asset', { asset_id: asset!.id })
  const [rejected] = await read(
    `select state, error_code from media_assets where state <> 'uploaded'`,
  )
  expect(rejected).toEqual({ state: 'failed', error_code: 'truncated' })
})

it('allows no sign-in as a member with a known password', async () => {
  const body = { email: 'member1@hanpyeon.test', password: 'hanpyeon-viewer-1' }
  await expect(app.call(accounts.signIn, { body })).rejects.toThrow('invalid_credentials')
})
