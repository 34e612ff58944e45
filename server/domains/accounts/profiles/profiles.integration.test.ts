import { accounts } from '#contract/accounts/accounts.ts'
import { profiles } from '#contract/accounts/profiles.ts'
import { openAccount } from '#test/fixtures/members.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { openTestApp, openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watch_history } from '#contract/watch-history/watch-history.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const child = { name: '아이', is_child: true, age_limit: '12' } as const

describe('profiles of an account', () => {
  it('begin with one that has the name of the member and is selected', async () => {
    const { profile_id: id, browser, list } = await openAccount(app)
    const { results, current_id } = await list()
    expect(results).toEqual([
      {
        id,
        name: '김한편',
        avatar: 'drawn-01',
        picture_url: null,
        caption_language: 'ko',
        autoplay: true,
        is_history_paused: false,
        age_limit: '19',
        is_child: false,
        has_pin: false,
        is_first: true,
        created_at: app.clock.now().toISOString(),
      },
    ])
    expect(current_id).toBe(id)
    const me = await browser.call(accounts.readMe, {})
    expect(me).toMatchObject({ profile: { id, name: '김한편' }, profile_count: 1 })
  })

  it('are read for each member by concurrent requests, which share queries', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => openAccount(app)))
    await Promise.all(members.slice(0, 3).map(({ create }) => create()))
    const reads = members.concat(members).map(({ browser }) => browser.call(accounts.readMe, {}))
    const expected = members.map(({ profile_id }, index) => [profile_id, index < 3 ? 2 : 1])
    expect((await Promise.all(reads)).map((me) => [me.profile?.id, me.profile_count])).toEqual(
      expected.concat(expected),
    )
  })

  it('stay selected in the session that adds another one', async () => {
    const { profile_id: id, create, list } = await openAccount(app)
    await create()
    expect((await list()).current_id).toBe(id)
  })

  it('must be selected in a new session once there are two', async () => {
    const { email, password, create } = await openAccount(app)
    await create()
    const other = createGuestClient(app)
    const me = await other.call(accounts.signIn, { body: { email, password } })
    expect(me).toMatchObject({ profile: null, profile_count: 2 })
    expect((await other.refusal(watch_history.listWatchHistory, { query: {} })).code).toBe(
      'profile_required',
    )
    expect((await other.call(profiles.listProfiles, {})).current_id).toBeNull()
  })

  it('are selected by each session for itself', async () => {
    const { profile_id: id, email, password, create, list } = await openAccount(app)
    const added = await create()
    const other = createGuestClient(app)
    await other.call(accounts.signIn, { body: { email, password } })
    const me = await other.call(profiles.selectProfile, { params: { id: added.id }, body: {} })
    expect(me.profile).toMatchObject({ id: added.id })
    expect((await other.call(accounts.readMe, {})).profile).toMatchObject({ id: added.id })
    expect((await list()).current_id).toBe(id)
    const { results } = await other.call(accounts.listSessions, {})
    expect(results.map(({ profile_name }) => profile_name).sort()).toEqual(['김한편', '새봄'])
  })

  it('are five at most, also for twenty clients at once', async () => {
    const { browser, list } = await openAccount(app)
    const body = { name: '손님', avatar: 'drawn-03' }
    const statuses = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await browser.fetch(profiles.createProfile, { body })).status,
      ),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(4)
    expect(statuses.filter((status) => status === 409)).toHaveLength(16)
    expect((await list()).results).toHaveLength(5)
  })

  it('can be replaced after one is deleted', async () => {
    const { browser, create, list } = await openAccount(app)
    const first = await create()
    for (let n = 0; n < 3; n++) await create()
    await browser.call(profiles.deleteProfile, { params: { id: first.id } })
    await create({ name: '다시' })
    expect((await list()).results.map(({ name }) => name)).toContain('다시')
  })

  it('keep the first one', async () => {
    const { profile_id: id, browser } = await openAccount(app)
    expect((await browser.refusal(profiles.deleteProfile, { params: { id } })).code).toBe(
      'conflict',
    )
  })

  it('are changed field by field', async () => {
    const { browser, create } = await openAccount(app)
    const { id } = await create()
    const body = { name: ' 여름 ', caption_language: 'off', autoplay: false } as const
    const changed = await browser.call(profiles.updateProfile, { params: { id }, body })
    expect(changed).toMatchObject({ name: '여름', caption_language: 'off', autoplay: false })
    expect(changed).toMatchObject({ avatar: 'drawn-02', age_limit: '19' })
    const refusal = await browser.refusal(profiles.updateProfile, { params: { id }, body: {} })
    expect(refusal.code).toBe('invalid_request')
  })

  it('of children have a limit of 12 at most, and are never the first', async () => {
    const { profile_id: id, browser, create } = await openAccount(app)
    expect((await create({ name: '아이', is_child: true })).age_limit).toBe('ALL')
    const body = { ...child, avatar: 'drawn-02', age_limit: '15' } as const
    expect((await browser.refusal(profiles.createProfile, { body })).errors).toMatchObject([
      { field: 'age_limit', code: 'invalid_choice' },
    ])
    const change = { params: { id }, body: { is_child: true, age_limit: '12' } } as const
    expect((await browser.refusal(profiles.updateProfile, change)).errors).toMatchObject([
      { field: 'is_child', code: 'invalid_choice' },
    ])
  })

  it('have a picture that is deleted with them', async () => {
    const account = await openAccount(app)
    const { id } = await account.create()
    const body = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const path = `/api/accounts/profiles/${id}/picture/`
    const send = () =>
      account.fetch(path, {
        method: 'PUT',
        headers: { 'content-type': 'image/png' },
        body: new Uint8Array(body),
      })
    const [first, second] = [await (await send()).json(), await (await send()).json()] as {
      picture_url: string
    }[]
    expect((await app.fetch(first!.picture_url)).status).toBe(404)
    expect((await app.fetch(second!.picture_url)).status).toBe(200)
    await account.browser.call(profiles.deleteProfile, { params: { id } })
    expect((await app.fetch(second!.picture_url)).status).toBe(404)
  })
})

describe('a PIN', () => {
  it('is set, replaced and removed by the password', async () => {
    const {
      browser,
      password,
      create,
      select,
      refusalOfSelect,
      profile_id: id,
    } = await openAccount(app)
    const added = await create()
    const setPin = (pin: string | null, by = password) =>
      browser.fetch(profiles.setProfilePin, {
        params: { id: added.id },
        body: { password: by, pin },
      })
    expect((await setPin('1234', 'not the password')).status).toBe(400)
    expect(await (await setPin('1234')).json()).toMatchObject({ has_pin: true })
    expect((await refusalOfSelect(added.id)).errors).toMatchObject([
      { field: 'pin', code: 'required' },
    ])
    expect((await refusalOfSelect(added.id, { pin: '4321' })).errors).toMatchObject([
      { field: 'pin', code: 'incorrect_pin', detail: expect.stringContaining('4번 더') },
    ])
    await select(added.id, { pin: '1234' })
    await select(id)
    await setPin(null)
    await select(added.id)
  })

  it('is replaced by the password', async () => {
    const { password, create, select } = await openAccount(app)
    const { id } = await create({ pin: '1234' })
    expect((await select(id, { password })).profile?.id).toBe(id)
  })

  it('of the only profile keeps the selection of this session alone', async () => {
    const { profile_id: id, email, password, browser } = await openAccount(app)
    await browser.call(profiles.setProfilePin, { params: { id }, body: { password, pin: '1234' } })
    expect((await browser.call(accounts.readMe, {})).profile?.id).toBe(id)
    const other = createGuestClient(app)
    const me = await other.call(accounts.signIn, { body: { email, password } })
    expect(me.profile).toBeNull()
  })

  it('keeps another profile from changes until it is selected', async () => {
    const { browser, create, select } = await openAccount(app)
    const { id } = await create({ pin: '1234' })
    const change = { params: { id }, body: { name: '여름' } }
    expect((await browser.refusal(profiles.updateProfile, change)).code).toBe('pin_required')
    expect((await browser.refusal(profiles.deleteProfile, { params: { id } })).code).toBe(
      'pin_required',
    )
    await select(id, { pin: '1234' })
    await browser.call(profiles.updateProfile, change)
  })

  it('allows five wrong tries of fifty clients at once', async () => {
    const { browser, create, refusalOfSelect, profile_id: id } = await openAccount(app)
    const added = await create({ pin: '0000' })
    const body = { pin: '9999' }
    const statuses = await Promise.all(
      Array.from(
        { length: 50 },
        async () =>
          (await browser.fetch(profiles.selectProfile, { params: { id: added.id }, body })).status,
      ),
    )
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(45)
    expect((await refusalOfSelect(added.id, { pin: '0000' })).code).toBe('rate_limited')
    expect((await browser.call(accounts.readMe, {})).profile?.id).toBe(id)
  })
})

describe("a children's profile", () => {
  it('is left by the password, or by the PIN of the other profile', async () => {
    const {
      profile_id: id,
      password,
      browser,
      create,
      select,
      refusalOfSelect,
    } = await openAccount(app)
    const [kid, locked] = [await create(child), await create({ pin: '1234' })]
    await select(kid.id)
    await select(kid.id)
    expect((await refusalOfSelect(id)).code).toBe('reauthentication_required')
    expect((await refusalOfSelect(id, { pin: '1234' })).code).toBe('reauthentication_required')
    expect((await refusalOfSelect(id, { password: 'guess' })).code).toBe('invalid_credentials')
    expect((await browser.call(accounts.readMe, {})).profile?.id).toBe(kid.id)
    await select(id, { password })
    await select(kid.id)
    await select(locked.id, { pin: '1234' })
  })

  it('changes no profile and nothing of the account, and lists no devices', async () => {
    const { profile_id: id, browser, create, select } = await openAccount(app)
    const kid = await create(child)
    await select(kid.id)
    const body = { name: '나', avatar: 'drawn-01' }
    for (const refusal of [
      browser.refusal(profiles.createProfile, { body }),
      browser.refusal(profiles.updateProfile, {
        params: { id: kid.id },
        body: { age_limit: '19' },
      }),
      browser.refusal(profiles.updateProfile, { params: { id }, body: { name: '나' } }),
      browser.refusal(profiles.deleteProfile, { params: { id: kid.id } }),
      browser.refusal(profiles.removeProfilePicture, { params: { id: kid.id } }),
      browser.refusal(profiles.createTransferCode, { params: { id } }),
      browser.refusal(profiles.importProfile, { body: { code: '0000-0000-0000' } }),
      browser.refusal(accounts.updateMe, { body: { username: '나' } }),
      browser.refusal(accounts.endOtherSessions, {}),
      browser.refusal(accounts.listSessions, {}),
    ])
      expect((await refusal).code).toBe('child_profile')
  })
})

describe('an age limit', () => {
  it('is raised by the password alone', async () => {
    const { password, browser, create } = await openAccount(app)
    const { id } = await create({ age_limit: '12' })
    const raise = (by?: string) =>
      browser.fetch(profiles.updateProfile, {
        params: { id },
        body: { age_limit: '15', ...(by === undefined ? {} : { password: by }) },
      })
    expect((await raise()).status).toBe(403)
    expect((await raise('guess')).status).toBe(400)
    expect((await raise(password)).status).toBe(200)
    await browser.call(profiles.updateProfile, { params: { id }, body: { age_limit: '7' } })
  })

  it('stays in the cookie after a change of the password', async () => {
    const { password, browser, create, select } = await openAccount(app)
    const teen = await create({ age_limit: '15' })
    await select(teen.id)
    const new_password = 'a-lamp-by-the-sea'
    const body = { current_password: password, new_password, confirm_password: new_password }
    await browser.call(accounts.changePassword, { body })
    expect((await browser.call(accounts.readMe, {})).profile?.id).toBe(teen.id)
    expect(browser.cookie()).toMatch(/\.15$/)
  })

  it('of a new profile is above that of the selected one by the password alone', async () => {
    const { password, browser, create, select } = await openAccount(app)
    const teen = await create({ age_limit: '15' })
    await select(teen.id)
    const body = { name: '몰래', avatar: 'drawn-01', age_limit: '19' } as const
    expect((await browser.refusal(profiles.createProfile, { body })).code).toBe(
      'reauthentication_required',
    )
    expect((await create({ name: '동생' })).age_limit).toBe('15')
    await create({ ...body, password })
  })

  it('is part of the cookie, which no client can change', async () => {
    const { browser, create, select } = await openAccount(app)
    const kid = await create({ ...child, age_limit: '7' })
    await select(kid.id)
    expect(browser.cookie()).toMatch(/^sid=[\w-]{43}\.ALL$/)
    for (const altered of [
      browser.cookie().replace('.ALL', ''),
      browser.cookie().replace('ALL', '15'),
    ])
      expect((await createGuestClient(app, altered).refusal(accounts.readMe, {})).status).toBe(401)
  })

  it('reaches the cookies of other devices with their next page', async () => {
    const { email, password, browser, create } = await openAccount(app)
    const { id } = await create()
    const other = createGuestClient(app)
    await other.call(accounts.signIn, { body: { email, password } })
    await other.call(profiles.selectProfile, { params: { id }, body: {} })
    await browser.call(profiles.updateProfile, { params: { id }, body: { age_limit: '12' } })
    const me = await other.call(accounts.readMe, {})
    expect(me.profile?.age_limit).toBe('12')
    expect(other.cookie()).toMatch(/\.12$/)
    expect((await other.call(accounts.readMe, {})).profile?.id).toBe(id)
  })
})

it('saves late progress to the profile that watched, or to none', async () => {
  const { browser, create, select, profile_id: id } = await openAccount(app)
  const added = await create()
  const [episode_id = 0] = await makePlayable(app, [{}])
  const progressOf = (profile_id: number) => ({ body: { episode_id, progress: 30, profile_id } })
  await select(added.id)
  expect((await browser.refusal(watch_history.saveProgress, progressOf(id))).code).toBe(
    'profile_required',
  )
  expect((await browser.call(watch_history.listWatchHistory, { query: {} })).count).toBe(0)
  await select(id)
  await browser.call(watch_history.saveProgress, progressOf(id))
  expect((await browser.call(watch_history.listWatchHistory, { query: {} })).count).toBe(1)
})

it('deletes what belongs to a profile with it', async () => {
  const { browser, create, select, profile_id: id } = await openAccount(app)
  const added = await create()
  await select(added.id)
  const [episode = 0] = await makePlayable(app, [{}])
  await browser.call(watch_history.saveProgress, { body: { episode_id: episode, progress: 30 } })
  await select(id)
  await browser.call(profiles.deleteProfile, { params: { id: added.id } })
  const { rowCount } = await app.pool.query('select from watch_histories where profile_id = $1', [
    added.id,
  ])
  expect(rowCount).toBe(0)
  expect((await browser.call(accounts.readMe, {})).profile_count).toBe(1)
})

it('shares nothing with the member whose id its id equals', async () => {
  const world = await openTestAppForTest()
  const member = await openAccount(world)
  const owner = new pg.Client({ connectionString: world.owner_url })
  await owner.connect()
  await owner.query(`select setval('profiles_id_seq', $1, false)`, [member.id])
  await owner.end()
  const other = await openAccount(world)
  expect(other.profile_id).toBe(member.id)
  expect(other.id).not.toBe(member.profile_id)
  const [episode_id = 0] = await makePlayable(world, [{}])
  await member.call(watch_history.saveProgress, { body: { episode_id, progress: 30 } })
  await member.call(watch_history.like, {
    body: { content_type: 'episode', object_id: episode_id },
  })
  const countsOf = async ({ call }: typeof member) => [
    (await call(watch_history.listWatchHistory, { query: {} })).count,
    (await call(watch_history.listLikes, { query: {} })).count,
  ]
  expect(await countsOf(member)).toEqual([1, 1])
  expect(await countsOf(other)).toEqual([0, 0])
  await world.pool.query('delete from members where id = $1', [other.id])
  expect(await countsOf(member)).toEqual([1, 1])
})
