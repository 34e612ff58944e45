import { accounts } from '#contract/accounts/accounts.ts'
import { reviews } from '#contract/contents/reviews.ts'
import { studio_analytics } from '#contract/studio/analytics.ts'
import { resolveSecret } from '#server/config.ts'
import { createPasswordHasher } from '#server/domains/accounts/index.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { type TestApp, openTestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedCatalogue } from '../seed-catalogue.ts'
import { works } from '../works/index.ts'
import { seedCommunity } from './seed-community.ts'

let app: TestApp
const seed = () =>
  seedCommunity(
    app.transact,
    {
      encryption: createEncryption(resolveSecret(app.config, 'encryption')),
      hash: createPasswordHasher().hash,
    },
    app.clock.now(),
  )

const read = async <T extends object>(text: string) => (await app.pool.query<T>(text)).rows

beforeAll(async () => {
  app = await openTestApp()
  await seedCatalogue(app.transact, app.clock.now())
})
afterAll(() => app?.close())

it('shows no figure before anybody has watched, and seeds the community once', async () => {
  const figures = `select * from series
    where viewer_count + review_count + like_count > 0 or rating_average is not null`
  expect(await read(figures)).toEqual([])
  expect([await seed(), await seed()]).toEqual([true, false])
})

it('makes every figure of a work the sum of what members did', async () => {
  const shown = await read(`
    select id, rating_average::float8 as average, review_count as reviews, like_count as likes from series order by id`)
  const counted = await read(`
    select s.id, (select round(avg(rating) / 2.0, 2)::float8 from reviews r where r.series_id = s.id) as average,
      (select count(*)::int from reviews r where r.series_id = s.id) as reviews,
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
    select member_id, series_id from (
      select member_id, series_id from reviews union select member_id, series_id from likes) acted
    where not exists (select from watch_histories h where (h.member_id, h.series_id) = (acted.member_id, acted.series_id))`)
  expect(unwatched).toEqual([])
  const minors = await read(`
    select h.id from watch_histories h join series s on s.id = h.series_id join members m on m.id = h.member_id
    where s.age_rating = '19' and m.adult_verified_until is null`)
  expect(minors).toEqual([])
})

it('lets members watch only free episodes and those they have bought', async () => {
  const unpaid = await read(`
    select h.id from watch_histories h join episodes e on e.id = h.episode_id
    where not e.is_free and not exists (
      select from purchases p join wallets w on w.id = p.wallet_id
      where w.member_id = h.member_id and p.episode_id = h.episode_id and p.state = 'active'
        and p.purchased_at <= h.watched_at and p.first_used_at <= h.watched_at)`)
  expect(unpaid).toEqual([])
  const [bought] = await read<{ count: number }>('select count(*)::int as count from purchases')
  expect(bought?.count).toBeGreaterThan(100)
  const money = await read(`select from ledger_postings where unit = 'won'`)
  expect(money).toEqual([])
  const unbalanced = await read(`
    select w.id from wallets w
    where w.event_point <> (select coalesce(sum(remaining), 0) from point_lots l where l.wallet_id = w.id)
      or w.event_point <> (select coalesce(sum(event_point), 0) from ledger_entries l where l.wallet_id = w.id)`)
  expect(unbalanced).toEqual([])
  expect(
    await read(`select from episodes where video_state <> 'preparing' and not is_announced`),
  ).toEqual([])
})

it('has sixty members and 150 different reviews, some with spoilers', async () => {
  const [members] = await read<{ count: number }>(
    `select count(*)::int as count from members where is_demo`,
  )
  expect(members?.count).toBe(60)
  const rows = await read<{ series_id: number; context: string; is_spoiler: boolean }>(
    'select series_id, context, is_spoiler from reviews',
  )
  expect(rows.length).toBeGreaterThanOrEqual(150)
  expect(rows.filter(({ is_spoiler }) => is_spoiler).length).toBeGreaterThan(10)
  expect(new Set(rows.map(({ context }) => context)).size).toBe(rows.length)
  expect(rows.filter(({ context }) => /[{}]/.test(context))).toEqual([])
  const listed = await app.call(reviews.listSeriesReviews, {
    params: { id: works[0]?.id ?? 0 },
    query: { limit: 20 },
  })
  expect(listed.count).toBe(rows.filter(({ series_id }) => series_id === works[0]?.id).length)
})

it('fills eight weeks of plays in the studio and no revenue', async () => {
  const staff = await makeMember(app, { is_staff: true })
  const { results } = await staff.call(studio_analytics.listDays, { query: {} })
  expect(results.filter(({ plays }) => plays > 0).length).toBeGreaterThanOrEqual(26)
  expect(results.every(({ revenue, refunds }) => revenue + refunds === 0)).toBe(true)
})

it('allows no sign-in as a member with a known password', async () => {
  const body = { email: 'member1@hanpyeon.test', password: 'hanpyeon-viewer-1' }
  await expect(app.call(accounts.signIn, { body })).rejects.toThrow('invalid_credentials')
})
