import { accounts } from '#contract/accounts/accounts.ts'
import { profiles } from '#contract/accounts/profiles.ts'
import { watch_history } from '#contract/watch-history/watch-history.ts'
import { openAccount } from '#test/fixtures/members.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

describe('a transfer code', () => {
  async function openSource(world = app) {
    const source = await openAccount(world)
    const [episode = 0] = await makePlayable(world, [{}])
    await watch(world, source, episode, 30)
    const like = { content_type: 'episode', object_id: episode } as const
    await source.call(watch_history.like, { body: like })
    const { code } = await source.browser.call(profiles.createTransferCode, {
      params: { id: source.profile_id },
    })
    return { ...source, episode, code }
  }

  it('takes history and likes to a profile of another account', async () => {
    const { code, episode } = await openSource()
    const target = await openAccount(app)
    const body = { code: code.toLowerCase().replaceAll('-', '') }
    const profile = await target.browser.call(profiles.importProfile, { body })
    expect(profile).toMatchObject({ name: '김한편', is_first: false, has_pin: false })
    expect((await target.browser.call(watch_history.listLikes, { query: {} })).count).toBe(0)
    await target.select(profile.id)
    const history = await target.browser.call(watch_history.listWatchHistory, { query: {} })
    expect(history.results).toMatchObject([{ progress: 30, episode: { id: episode } }])
    expect((await target.browser.call(watch_history.listLikes, { query: {} })).count).toBe(1)
  })

  it('is used once by ten clients at once', async () => {
    const { code } = await openSource()
    const targets = await Promise.all(Array.from({ length: 10 }, () => openAccount(app)))
    const statuses = await Promise.all(
      targets.map(
        async ({ browser }) =>
          (await browser.fetch(profiles.importProfile, { body: { code } })).status,
      ),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(9)
  })

  it('is of no use in its own account, after a day, once it is replaced, or after a new PIN or password', async () => {
    const world = await openTestAppForTest()
    const source = await openSource(world)
    const target = await openAccount(world)
    const refusal = (code: string, by = target) =>
      by.browser.refusal(profiles.importProfile, { body: { code } })
    const wrong = { errors: [{ field: 'code', code: 'incorrect_code' }] }
    expect(await refusal(source.code, source)).toMatchObject(wrong)
    const { code } = await source.browser.call(profiles.createTransferCode, {
      params: { id: source.profile_id },
    })
    expect(await refusal(source.code)).toMatchObject(wrong)
    world.clock.advance(24 * 3_600_000)
    expect(await refusal(code)).toMatchObject(wrong)
    const beforePin = await source.browser.call(profiles.createTransferCode, {
      params: { id: source.profile_id },
    })
    await source.browser.call(profiles.setProfilePin, {
      params: { id: source.profile_id },
      body: { password: source.password, pin: '1234' },
    })
    expect(await refusal(beforePin.code)).toMatchObject(wrong)
    const new_password = 'a-lantern-in-the-rain'
    const latest = await source.browser.call(profiles.createTransferCode, {
      params: { id: source.profile_id },
    })
    await source.browser.call(accounts.changePassword, {
      body: {
        current_password: source.password,
        new_password,
        confirm_password: new_password,
      },
    })
    expect(await refusal(latest.code)).toMatchObject(wrong)
  })

  it('is stored as a keyed hash', async () => {
    const { code, profile_id } = await openSource()
    const { rows } = await app.pool.query<{ row: string }>(
      'select t::text as row from profile_transfers t where profile_id = $1',
      [profile_id],
    )
    expect(rows[0]?.row).not.toContain(code)
  })
})
