import { endpoints } from '#contract/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runSearchMaintenance } from '../maintenance.ts'

let app: TestApp
let squidGame = { id: 0 }
beforeAll(async () => {
  app = await openTestApp()
  squidGame = await makeSeries(app, { title: '오징어 게임', title_original: 'Squid Game' })
  for (const title of ['공짜 우주선', '큰 바다', '먼 바다']) await makeSeries(app, { title })
  // The first query starts the index.
  const isReady = async () => (await app.fetch('/api/contents/search/?q=squid')).status === 200
  await vi.waitUntil(isReady, { timeout: 30_000, interval: 100 })
})
afterAll(() => app?.close())

describe('popular searches', () => {
  const record = (client: Pick<TestMember, 'call'>, q: string) =>
    client.call(endpoints.search.recordSearch, { body: { q } })
  const popular = async () => {
    await runSearchMaintenance({ ...app, log: createLogger('silent', 'test') })
    // Cached responses follow within 30 s; the test does not wait for that.
    await app.pool.query(`select notify_cache_invalidation('{search}')`)
    const { results } = await app.call(endpoints.search.listPopular, {})
    return results.map(({ q, series }) => [q, series.id])
  }

  test('are those of five people, normalised, that lead to a work', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => makeMember(app)))
    const [first, ...others] = members
    // Repeated by one person, and by four people.
    for (const q of ['공짜 우주선', '공짜  우주선 ', '공짜 우주선']) await record(first!, q)
    for (const member of others) await record(member, '큰 바다')
    expect(await popular()).toEqual([])
    await Promise.all(members.map((member) => record(member, ' SQUID   game')))
    await Promise.all(members.map((member) => record(member, '아무것도 아닌 말')))
    await Promise.all(members.map((member) => record(member, '시발')))
    expect(await popular()).toEqual([['squid game', squidGame.id]])
    // Two days later.
    app.clock.advance(2 * 86_400_000)
    expect(await popular()).toEqual([])
  })

  test('count at most five visitors of a network', async () => {
    const agents = ['Chrome/1', 'Firefox/1', 'Edg/1'].flatMap((browser) =>
      ['Windows', 'Linux', 'Android'].map((system) => `${browser} ${system}`),
    )
    const body = { q: '먼 바다' }
    await Promise.all(
      agents.map((agent) =>
        app.call(endpoints.search.recordSearch, { body }, { 'user-agent': agent }),
      ),
    )
    const { rows } = await app.pool.query(
      `select count(*)::int as count from daily_searches where term = '먼 바다'`,
    )
    expect(rows).toEqual([{ count: 5 }])
  })
})
