import { endpoints } from '#contract/index.ts'
import type { ReviewBody } from '#contract/reviews/reviews.ts'
import type { Profile } from '#contract/accounts/profile-fields.ts'
import { makeMember, picturePathOf, type TestMember } from '#test/fixtures/members.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
})
afterAll(() => app.close())

const seriesOf = async (episode: number) =>
  (await app.call(endpoints.contents.readEpisode, { params: { id: episode } })).series.id

const startWatching = async (member: TestMember, episode_id: number) =>
  void (await watch(app, member, episode_id, 30))

/** Inserts a history entry directly, without the progress recorder. */
async function insertHistory(member: TestMember, episode_id: number) {
  await app.pool.query(
    `insert into watch_histories (profile_id, episode_id, series_id, progress, is_completed, watched_at, updated_at, counted_on, source_id)
     select $1, id, series_id, 30, false, $3::timestamptz, $3, current_date, 1 from episodes where id = $2`,
    [member.profile_id, episode_id, app.clock.now().toISOString()],
  )
}

const write = (member: TestMember, fields: Partial<ReviewBody> & { object_id: number }) =>
  member.call(endpoints.reviews.writeReview, {
    body: {
      content_type: 'series',
      rating: 4.5,
      context: '재미있게 봤어요',
      is_spoiler: false,
      ...fields,
    },
  })

test('requires watching before a review; a second review replaces the first', async () => {
  const [episode = 0] = await makePlayable(app, [{}])
  const object_id = await seriesOf(episode)
  const member = await makeMember(app)
  await expect(write(member, { object_id })).rejects.toThrow('403 watching_required')
  await startWatching(member, episode)
  const context = '  <script>alert(1)</script>\n& "끝까지" 봤어요 '
  const first = await write(member, { object_id, context })
  expect(first).toMatchObject({ content_type: 'series', object_id, context, username: '김*편' })
  app.clock.advance(1_000)
  const second = await write(member, { object_id, rating: 2, is_spoiler: true })
  expect(second).toMatchObject({ id: first.id, rating: 2, created_at: first.created_at })
  expect(second.updated_at).not.toBe(first.updated_at)
  const list = { params: { id: object_id }, query: {} }
  expect(await app.call(endpoints.reviews.listSeriesReviews, list)).toEqual({
    count: 1,
    results: [second],
    ratings: [0, 1, 0, 0, 0],
  })
  const memberState = await member.call(endpoints.playback.readMemberSeries, list)
  expect(memberState).toMatchObject({
    review: second,
    episodes: [{ access: 'free', progress: 30 }],
  })
})

test('counts the listed reviews by stars, half ones as the next whole', async () => {
  const [episode = 0] = await makePlayable(app, [{}])
  const object_id = await seriesOf(episode)
  for (const rating of [0.5, 4.5, 5, 3]) {
    const member = await makeMember(app)
    await insertHistory(member, episode)
    await write(member, { object_id, rating })
  }
  await app.pool.query('update reviews set is_hidden = true where series_id = $1 and rating = 6', [
    object_id,
  ])
  const list = { params: { id: object_id }, query: { ordering: 'helpful' as const } }
  const { ratings } = await app.call(endpoints.reviews.listSeriesReviews, list)
  expect(ratings).toEqual([1, 0, 0, 0, 2])
})

test('accepts stars alone', async () => {
  const [episode = 0] = await makePlayable(app, [{}])
  const object_id = await seriesOf(episode)
  const [member, other] = await Promise.all([makeMember(app), makeMember(app)])
  for (const reviewer of [member, other]) {
    await insertHistory(reviewer, episode)
    const body = JSON.stringify({ content_type: 'series', object_id, rating: 3, is_spoiler: false })
    const headers = { 'content-type': 'application/json' }
    const response = await reviewer.fetch('/api/contents/reviews/', {
      method: 'POST',
      headers,
      body,
    })
    expect(await response.json()).toMatchObject({ rating: 3, context: '' })
  }
  // A hidden one of a deleted account hides no other without a text.
  await app.pool.query(
    `insert into hidden_reviews (review_id, author_id, series_id, text_hash) values (1, null, $1, review_text_hash(''))`,
    [object_id],
  )
  const again = await write(member, { object_id, rating: 4, context: '' })
  const list = { params: { id: object_id }, query: {} }
  const { results } = await app.call(endpoints.reviews.listSeriesReviews, list)
  expect(results.map(({ id }) => id)).toContain(again.id)
  const series = await app.call(endpoints.contents.readSeries, { params: { id: object_id } })
  expect(series).toMatchObject({ review_count: 2, rating_average: 3.5 })
})

test('shows the picture of the author’s profile, or its drawn avatar', async () => {
  const [episode = 0] = await makePlayable(app, [{}])
  const object_id = await seriesOf(episode)
  const member = await makeMember(app)
  await startWatching(member, episode)
  expect(await write(member, { object_id })).toMatchObject({
    avatar: 'drawn-01',
    picture_url: null,
  })
  const picture = await sharp({
    create: { width: 9, height: 9, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer()
  const init = {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: picture as BodyInit,
  }
  const { picture_url } = (await (
    await member.fetch(picturePathOf(member), init)
  ).json()) as Profile
  expect(picture_url).toMatch(/^\/images\//)
  const review = await write(member, { object_id })
  expect(review).toMatchObject({ avatar: 'drawn-01', picture_url })
})

test('keeps averages and counts correct with a hundred concurrent writers', async () => {
  const [episode = 0] = await makePlayable(app, [{}])
  const object_id = await seriesOf(episode)
  const read = () => app.call(endpoints.contents.readSeries, { params: { id: object_id } })
  expect(await read()).toMatchObject({ review_count: 0, rating_average: null })
  const members = await Promise.all(Array.from({ length: 50 }, () => makeMember(app)))
  await Promise.all(members.map((member) => insertHistory(member, episode)))
  // Each member reviews both twice; the second review replaces the first.
  for (const pass of [0, 1])
    await Promise.all(
      members.flatMap((member, index) => {
        const rating = (((index + pass) % 10) + 1) / 2
        return [
          write(member, { object_id, rating }),
          write(member, { object_id: episode, content_type: 'episode', rating }),
        ]
      }),
    )
  expect(await read()).toMatchObject({ review_count: 50, rating_average: 2.75 })
  const episodeDetail = await app.call(endpoints.contents.readEpisode, { params: { id: episode } })
  expect(episodeDetail).toMatchObject({ review_count: 50, rating_average: 2.75 })
  const query = { ordering: '-rating', limit: 100 } as const
  const list = await app.call(endpoints.reviews.listEpisodeReviews, {
    params: { id: episode },
    query,
  })
  expect(list.count).toBe(50)
  const ratings = list.results.map(({ rating }) => rating)
  expect(ratings).toEqual(ratings.toSorted((first, second) => second - first))
})

test('excludes deleted and hidden reviews from counters, and refuses to delete another member’s', async () => {
  const [episode = 0] = await makePlayable(app, [{}])
  const member = await makeMember(app)
  const other = await makeMember(app)
  const object_id = await seriesOf(episode)
  for (const author of [member, other]) await insertHistory(author, episode)
  const mine = await write(member, { object_id, rating: 1 })
  const theirs = await write(other, { object_id, rating: 4 })
  const read = () => app.call(endpoints.contents.readSeries, { params: { id: object_id } })
  expect(await read()).toMatchObject({ review_count: 2, rating_average: 2.5 })
  await app.pool.query('update reviews set is_hidden = true where id = $1', [mine.id])
  expect(await read()).toMatchObject({ review_count: 1, rating_average: 4 })
  const params = { id: mine.id }
  await expect(app.call(endpoints.reviews.readReview, { params })).rejects.toThrow('404')
  const foreign = { params: { id: theirs.id } }
  await expect(member.call(endpoints.reviews.deleteReview, foreign)).rejects.toThrow('404')
  await other.call(endpoints.reviews.deleteReview, foreign)
  expect(await read()).toMatchObject({ review_count: 0, rating_average: null })
})

test('lets other members mark a review as helpful once, and report it once', async () => {
  const [episode = 0] = await makePlayable(app, [{}])
  const writer = await makeMember(app)
  const reader = await makeMember(app)
  await insertHistory(writer, episode)
  const { id } = await write(writer, { object_id: episode, content_type: 'episode' })
  const params = { id }
  await expect(writer.call(endpoints.reviews.markHelpful, { params })).rejects.toThrow('forbidden')
  await Promise.all([1, 2, 3].map(() => reader.call(endpoints.reviews.markHelpful, { params })))
  const count = async () =>
    (
      await app.pool.query<{ helpful_count: number }>(
        'select helpful_count from reviews where id = $1',
        [id],
      )
    ).rows[0]?.helpful_count
  expect(await count()).toBe(1)
  const series = { params: { id: await seriesOf(episode) } }
  const memberState = await reader.call(endpoints.playback.readMemberSeries, series)
  expect(memberState.helpful_review_ids).toEqual([id])
  await reader.call(endpoints.reviews.unmarkHelpful, { params })
  expect(await count()).toBe(0)
  for (const reason of ['spoiler', 'abuse'] as const)
    await reader.call(endpoints.reviews.reportReview, { params, body: { reason } })
  const { rows } = await app.pool.query('select from review_reports where review_id = $1', [id])
  expect(rows).toHaveLength(1)
})

test('limits reviews to five a minute', async () => {
  const limited = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const member = await makeMember(limited)
  const [episode = 0] = await makePlayable(limited, [{}])
  const again = () =>
    write(member, { object_id: episode, content_type: 'episode' }).then(
      () => 'written',
      (error: Error) => error.message,
    )
  await watch(limited, member, episode, 30)
  for (let time = 0; time < 5; time++) expect(await again()).toBe('written')
  expect(await again()).toBe('429 rate_limited')
  limited.clock.advance(60_000)
  expect(await again()).toBe('written')
})
