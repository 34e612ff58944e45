import { watch_history } from '#contract/watch-history/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { openAccount } from '#test/fixtures/members.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

/** A profile that watched and liked five works, two of which its limit or their withdrawal hides from it now. */
async function openLimitedProfile() {
  const { profile_id, browser, select } = await openAccount(app)
  await select(profile_id)
  const episodes: number[] = []
  for (let count = 0; count < 5; count++) episodes.push(...(await makePlayable(app, [{}])))
  for (const episode_id of episodes) {
    await browser.call(watch_history.saveProgress, { body: { episode_id, progress: 30 } })
    app.clock.advance(1_000)
    await browser.call(watch_history.like, {
      body: { content_type: 'episode', object_id: episode_id },
    })
  }
  await app.pool.query(
    `update series s set age_rating = '15' from episodes e where e.series_id = s.id and e.id = $1`,
    [episodes[1]],
  )
  await app.pool.query(
    `update series s set is_unpublished = true, is_hidden = true from episodes e where e.series_id = s.id and e.id = $1`,
    [episodes[3]],
  )
  await app.pool.query(`update profiles set age_limit = 'ALL' where id = $1`, [profile_id])
  return { browser, shown: [episodes[4]!, episodes[2]!, episodes[0]!] }
}

describe.each(['history', 'likes'] as const)('the list of %s', (name) => {
  const list = name === 'history' ? watch_history.listWatchHistory : watch_history.listLikes

  it.each([1, 2, 3, 100])(
    'counts what it shows to a limited profile, by pages of %i',
    async (limit) => {
      const { browser, shown } = await openLimitedProfile()
      const read = (offset: number) => browser.call(list, { query: { limit, offset } })
      const { count } = await read(0)
      expect(count).toBe(3)
      const ids: (number | undefined)[] = []
      for (let offset = 0; offset < count; offset += limit) {
        const page = await read(offset)
        expect(page.count).toBe(3)
        ids.push(...page.results.map(({ episode }) => episode?.id))
      }
      expect(ids).toEqual(shown)
      expect(await read(3)).toEqual({ count: 3, results: [] })
      expect(await read(50)).toEqual({ count: 3, results: [] })
    },
  )
})

it('counts all likes, also those before the start of a page', async () => {
  const { browser } = await openLimitedProfile()
  const { results } = await browser.call(watch_history.listLikes, { query: { limit: 1 } })
  const query = { limit: 1, before_id: results[0]!.id }
  expect((await browser.call(watch_history.listLikes, { query })).count).toBe(3)
})
