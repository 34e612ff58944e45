import { endpoints } from '#contract/index.ts'
import type { ReviewBody } from '#contract/reviews/reviews.ts'
import { deleteAccount, makeMember, openAccount, type TestMember } from '#test/fixtures/members.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const { reviews, studio_reviews, playback, watch_history } = endpoints
type Writer = Pick<TestMember, 'call'>

const watch = (viewer: Writer, episode_id: number) =>
  viewer.call(watch_history.saveProgress, { body: { episode_id, progress: 30 } })

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp()
  staff = await makeMember(app, { is_staff: true })
})
afterAll(() => app?.close())

/** A work that an author has watched. */
async function openWork() {
  const [episode = 0] = await makePlayable(app, [{}])
  const { series } = await app.call(endpoints.contents.readEpisode, { params: { id: episode } })
  const author = await makeMember(app)
  await watch(author, episode)
  const write = (writer: Writer, fields: Partial<ReviewBody> = {}) =>
    writer.call(reviews.writeReview, {
      body: {
        content_type: 'series',
        object_id: series.id,
        rating: 1,
        context: '욕설이에요',
        is_spoiler: false,
        ...fields,
      },
    })
  const remove = (writer: Writer, id: number) =>
    writer.call(reviews.deleteReview, { params: { id } })
  const judge = (id: number, verdict: 'hide' | 'show' | 'keep' | 'reopen') =>
    staff.call(studio_reviews.moderateReview, {
      params: { id },
      body: { verdict, ...(verdict === 'hide' ? { reason: '욕설' } : {}) },
    })
  /** The texts that everybody reads. */
  const shown = async () => {
    await app.pool.query(`select notify_cache_invalidation(array['series'])`)
    const list = { params: { id: series.id }, query: {} }
    const { results } = await app.call(reviews.listSeriesReviews, list)
    return results.map(({ context }) => context)
  }
  const queue = async (report_state: 'reported' | 'hidden') => {
    const { results } = await staff.call(studio_reviews.listReportedReviews, {
      query: { report_state, limit: 100 },
    })
    return results.filter(({ work }) => work.series_id === series.id)
  }
  const report = (reporter: Writer, id: number) =>
    reporter.call(reviews.reportReview, { params: { id }, body: { reason: 'abuse' } })
  return { series, episode, author, write, remove, judge, shown, queue, report }
}

describe('a review that staff hid', () => {
  it('stays hidden when its author deletes it and posts it again, with its reason', async () => {
    const { author, write, remove, judge, shown, queue } = await openWork()
    const { id } = await write(author)
    await judge(id, 'hide')
    await remove(author, id)
    const again = await write(author, { rating: 5, context: '욕설이에요!!' })
    expect(again.id).not.toBe(id)
    expect(await shown()).toEqual([])
    expect(await queue('hidden')).toMatchObject([{ id: again.id, hidden_reason: '욕설' }])
  })

  it('stays hidden whatever its author writes instead, until staff show it', async () => {
    const { author, write, remove, judge, shown } = await openWork()
    const { id } = await write(author)
    await judge(id, 'hide')
    await write(author, { context: '다시 보니 괜찮아요' })
    expect(await shown()).toEqual([])
    await judge(id, 'show')
    expect(await shown()).toEqual(['다시 보니 괜찮아요'])
    await remove(author, id)
    await write(author)
    expect(await shown()).toEqual(['욕설이에요'])
  })

  it.each([
    ['of an account that was deleted', true, '욕설이에요'],
    ['of another account, if it is long', false, '이 작품을 본 사람은 모두 바보예요'],
  ])('hides a copy of the text %s', async (_title, isDeleted, context) => {
    const { author, episode, write, judge, shown } = await openWork()
    const { id } = await write(author, { context })
    await judge(id, 'hide')
    if (isDeleted) await deleteAccount(app, author)
    const other = await makeMember(app)
    await watch(other, episode)
    await write(other, { context })
    expect(await shown()).toEqual([])
  })

  it('does not hide the same few words of others', async () => {
    const { author, episode, write, judge, shown } = await openWork()
    const { id } = await write(author)
    const other = await makeMember(app)
    await watch(other, episode)
    await judge(id, 'hide')
    await write(other)
    expect(await shown()).toEqual(['욕설이에요'])
  })
})

describe('a report that staff settled by keeping the review', () => {
  it('opens again once the text has changed, and only then', async () => {
    const { author, write, judge, queue, report } = await openWork()
    const reporter = await makeMember(app)
    const { id } = await write(author, { context: '그저 그래요' })
    await report(reporter, id)
    await judge(id, 'keep')
    await report(reporter, id)
    expect(await queue('reported')).toEqual([])
    await write(author, { context: '훨씬 나쁜 말' })
    await report(reporter, id)
    expect(await queue('reported')).toMatchObject([{ id, report_count: 1 }])
  })

  it('stays settled when the same text is posted again, unless staff reopened it', async () => {
    const { author, write, remove, judge, queue, report } = await openWork()
    const reporter = await makeMember(app)
    const first = await write(author, { context: '그저 그래요' })
    await report(reporter, first.id)
    await judge(first.id, 'keep')
    await remove(author, first.id)
    const { id } = await write(author, { context: '그저  그래요.' })
    await report(reporter, id)
    expect(await queue('reported')).toEqual([])
    await report(await makeMember(app), id)
    expect(await queue('reported')).toMatchObject([{ id, report_count: 1 }])
    await judge(id, 'keep')
    await judge(id, 'reopen')
    expect(await queue('reported')).toHaveLength(1)
  })
})

describe('an account with several profiles', () => {
  it('has one review of a work, which each of its profiles reads, replaces and deletes', async () => {
    const { series, episode, write, remove, shown } = await openWork()
    const { profile_id: first_profile, browser, create, select } = await openAccount(app)
    await watch(browser, episode)
    const first = await write(browser, { context: '첫 프로필' })
    const { id: second } = await create()
    await select(second)
    await watch(browser, episode)
    expect(await write(browser, { context: '둘째 프로필', rating: 4 })).toMatchObject({
      id: first.id,
      rating: 4,
    })
    expect(await shown()).toEqual(['둘째 프로필'])
    await select(first_profile)
    const own = await browser.call(playback.readMemberSeries, { params: { id: series.id } })
    expect(own.review).toMatchObject({ id: first.id, context: '둘째 프로필' })
    await remove(browser, first.id)
    expect(await shown()).toEqual([])
  })
})
