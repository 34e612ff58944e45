import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { brokenInvariants } from '#test/payments-model/invariants.ts'
import { buyByCard, buyWithPoints, makePaidEpisode, topUp } from '#test/fixtures/payments.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Above the largest `integer`. */
const firstId = 2 ** 40

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ gateway: true })
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  await owner.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, $1, false) from pg_sequences
     where schemaname = 'public' and data_type = 'bigint'::regtype`,
    [firstId],
  )
  await owner.end()
})
afterAll(() => app?.close())

it('sells, refunds and expires with ids above 2^31', async () => {
  const member = await makeMember(app)
  const [kept, returned] = [await makePaidEpisode(app), await makePaidEpisode(app)]
  await topUp(app, member, 5_000)
  await buyWithPoints(member, kept, 1_500)
  const { order_id } = await buyByCard(app, member, returned)
  const { transactions } = endpoints
  await member.call(transactions.requestRefund, { body: { episode_id: returned } })
  const { results } = await member.call(transactions.listPurchases, { query: {} })
  expect(results.map(({ id, state }) => [id >= firstId, state])).toEqual([
    [true, 'refunded'],
    [true, 'active'],
  ])
  const refunds = await member.call(transactions.listRefunds, { query: {} })
  expect(refunds.results).toMatchObject([{ order_id, status: 'succeeded' }])
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from wallets where member_id = $1',
    [member.id],
  )
  expect(await brokenInvariants(app.pool, rows[0]?.id ?? 0)).toEqual([])
})

it('keeps likes, reviews, votes and reports with ids above 2^31', async () => {
  const [author, reader] = [await makeMember(app), await makeMember(app)]
  const staff = await makeMember(app, { is_staff: true })
  const [object_id = 0] = await makePlayable(app, [{}])
  const target = { content_type: 'episode', object_id } as const
  const { watch_history, reviews, studio_reviews } = endpoints
  await author.call(watch_history.saveProgress, { body: { episode_id: object_id, progress: 30 } })
  const like = await author.call(watch_history.like, { body: target })
  expect(like.id).toBeGreaterThanOrEqual(firstId)
  await author.call(watch_history.unlike, { params: { id: like.id } })
  expect((await author.call(watch_history.listLikes, { query: {} })).count).toBe(0)

  const body = { ...target, rating: 4.5, context: '좋았어요', is_spoiler: false }
  const { id } = await author.call(reviews.writeReview, { body })
  expect(id).toBeGreaterThanOrEqual(firstId)
  await reader.call(reviews.markHelpful, { params: { id } })
  await reader.call(reviews.reportReview, { params: { id }, body: { reason: 'abuse' } })
  const moderation = { params: { id }, body: { verdict: 'keep' } } as const
  await staff.call(studio_reviews.moderateReview, moderation)
  const listed = await app.call(reviews.listEpisodeReviews, {
    params: { id: object_id },
    query: {},
  })
  expect(listed.results).toMatchObject([{ id, helpful_count: 1 }])
  await author.call(reviews.deleteReview, { params: { id } })
})

it('reads and deletes an inquiry, and ends a session, with ids above 2^31', async () => {
  const member = await makeMember(app)
  const { customer_services, accounts } = endpoints
  const { id } = await createTestInquiry(member, { title: '질문이 있어요' })
  expect(id).toBeGreaterThanOrEqual(firstId)
  await member.call(customer_services.deleteInquiry, { params: { id } })
  const { email, password } = member
  await app.call(accounts.signIn, { body: { email, password } })
  const { results } = await member.call(accounts.listSessions, {})
  const [other] = results.filter(({ is_current }) => !is_current)
  expect(other?.id).toBeGreaterThanOrEqual(firstId)
  await member.call(accounts.endSession, { params: { id: other?.id ?? 0 } })
  expect((await member.call(accounts.listSessions, {})).results).toHaveLength(1)
})

it('sends a message with an id above 2^31', async () => {
  const { rows } = await app.pool.query<{ id: number }>('select min(id) as id from messages')
  const message_id = rows[0]?.id ?? 0
  expect(message_id).toBeGreaterThanOrEqual(firstId)
  await app.workNow('send_message', { message_id })
  const { rows: sent } = await app.pool.query(
    'select from messages where id = $1 and sent_at is not null',
    [message_id],
  )
  expect(sent).toHaveLength(1)
})
