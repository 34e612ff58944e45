import { endpoints } from '#contract/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runSearchMaintenance } from '../maintenance.ts'

let app: TestApp
let squidGame = { id: 0 }
beforeAll(async () => {
  app = await openTestApp({ env: { TRUST_PROXY: '1', SITE_URL: 'http://localhost:3000' } })
  squidGame = await makeSeries(app, { title: '오징어 게임', title_original: 'Squid Game' })
  for (const title of ['공짜 우주선', '큰 바다', '먼 바다']) await makeSeries(app, { title })
  // The first query starts the index.
  const isReady = async () => (await app.fetch('/api/contents/search/?q=squid')).status === 200
  await vi.waitUntil(isReady, { timeout: 30_000, interval: 100 })
})
afterAll(() => app?.close())

describe('popular searches', () => {
  /** Searches from an address. */
  const record = (q: string, address: string, agent = 'Chrome/1 Windows') =>
    app.call(
      endpoints.search.recordSearch,
      { body: { q } },
      { 'x-forwarded-for': address, 'user-agent': agent },
    )
  const fiveNetworks = Array.from({ length: 5 }, (_, index) => `198.51.${index}.7`)
  const popular = async () => {
    await runSearchMaintenance({ ...app, log: createLogger('silent', 'test') })
    // Cached responses follow within 30 s; the test does not wait for that.
    await app.pool.query(`select notify_cache_invalidation('{search}')`)
    const { results } = await app.call(endpoints.search.listPopular, {})
    return results.map(({ q, series }) => [q, series.id])
  }

  test('are names that five networks searched for on a day, normalised', async () => {
    const [first, ...others] = fiveNetworks
    // Repeated by one network, and by four.
    for (const q of ['공짜 우주선', '공짜  우주선 ', '공짜 우주선']) await record(q, first!)
    for (const address of others) await record('큰 바다', address)
    expect(await popular()).toEqual([])
    for (const address of fiveNetworks) {
      await record(' SQUID   game', address)
      // Neither a name nor understood, although it finds a work.
      await record('큰 바다 무료 토토 사이트', address)
      await record('시발', address)
    }
    expect(await popular()).toEqual([['squid game', squidGame.id]])
    // Two days later.
    app.clock.advance(2 * 86_400_000)
    expect(await popular()).toEqual([])
  })

  test('show a name as the catalogue spells it, whatever was typed around its letters', async () => {
    const spellings = [
      '공짜우주선 💰▶▶☎',
      '공̶짜우주선',
      '공짜.우주선',
      '(공짜우주선)',
      '공짜  우주선',
    ]
    for (const [index, address] of fiveNetworks.entries()) await record(spellings[index]!, address)
    expect((await popular()).map(([q]) => q)).toEqual(['공짜 우주선'])
    app.clock.advance(2 * 86_400_000)
  })

  test('count an IPv6 /48 as one network, however many browsers search there', async () => {
    for (let line = 0; line < 8; line++)
      await record('먼 바다', `2001:db8:1:${line}::7`, `Chrome/${line} Linux`)
    const { rows } = await app.pool.query(
      `select count(*)::int as people, count(distinct network)::int as networks from daily_searches where term = '먼 바다'`,
    )
    expect(rows).toEqual([{ people: 5, networks: 1 }])
    expect(await popular()).toEqual([])
  })

  test('lack a term that staff hid, in every spelling, until they show it', async () => {
    const staff = await makeMember(app, { is_staff: true })
    const { setTermHidden, listPopularTerms } = endpoints.studio_search
    const hide = (term: string, is_hidden: boolean) =>
      staff.call(setTermHidden, { body: { term, is_hidden } })
    for (const address of fiveNetworks) await record('큰 바다', address)
    expect((await popular()).map(([q]) => q)).toEqual(['큰 바다'])
    await hide('큰 바다', true)
    await expect(hide('큰바다', true)).rejects.toThrow('409')
    for (const address of fiveNetworks) await record('큰바다', address)
    expect(await popular()).toEqual([])
    expect(await staff.call(listPopularTerms, {})).toEqual([{ term: '큰 바다', is_hidden: true }])
    await hide('큰 바다', false)
    expect((await popular()).map(([q]) => q)).toEqual(['큰 바다'])
  })
})

test('counts a miss of a person once a day for a term, and thirty terms', async () => {
  const search = (q: string) => app.call(endpoints.search.recordSearch, { body: { q } })
  for (let time = 0; time < 3; time++) await search('없는 낱말 가')
  for (let term = 0; term < 40; term++)
    await search(`없는 낱말 ${String.fromCodePoint(0xac00 + term * 28)}`)
  const { rows } = await app.pool.query(
    `select count(*)::int as terms, max(count) as most from search_misses where term like '없는 낱말%'`,
  )
  expect(rows).toEqual([{ terms: 30, most: 1 }])
})
