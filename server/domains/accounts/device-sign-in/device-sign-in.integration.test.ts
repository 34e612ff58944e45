import { accounts } from '#contract/accounts/accounts.ts'
import { device_sign_in } from '#contract/accounts/device-sign-in.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { playback } from '#contract/playback/playback.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { makeMember, openAccount, type TestMember } from '#test/fixtures/members.ts'
import { openTestApp, openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../sessions/sessions.ts'
import { takeDeviceApproval } from './device-sign-in-queries.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const { requestDeviceCode, pollDeviceCode, readDeviceRequest, decideDeviceRequest } = device_sign_in
const webos = {
  'user-agent':
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.270 Safari/537.36',
}
const second = 1_000

/** A television that shows a code. */
async function openTelevision(world = app) {
  const browser = createGuestClient(world)
  const response = await browser.fetch(requestDeviceCode, {}, webos)
  expect(response.status).toBe(201)
  const { device_code, user_code } = (await response.json()) as Record<
    'device_code' | 'user_code',
    string
  >
  const poll = async () => {
    world.clock.advance(5 * second)
    return browser.fetch(pollDeviceCode, { body: { device_code } }, webos)
  }
  const refusal = async () => ((await (await poll()).json()) as { code: string }).code
  return { browser, device_code, user_code, poll, refusal }
}

const decide = (member: Pick<TestMember, 'call'>, user_code: string, is_approved = true) =>
  member.call(decideDeviceRequest, { body: { user_code, is_approved } })

describe('signing in by a code', () => {
  it('shows eight letters and an address with them, and names the device and where it is', async () => {
    const code = await app.call(requestDeviceCode, {})
    expect(code).toMatchObject({ expires_in: 600, interval: 5 })
    expect(code.user_code).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/)
    expect(code.verification_uri_complete).toBe(`${code.verification_uri}?code=${code.user_code}`)
    const television = await openTelevision()
    const member = await makeMember(app)
    const typed = ` ${television.user_code.toLowerCase().replace('-', ' ')}`
    expect(await member.call(readDeviceRequest, { query: { user_code: typed } })).toMatchObject({
      device: 'Chrome · webOS TV',
      address: '127.0.0.1',
      is_same_network: true,
    })
  })

  it('signs the device in once the member lets it in, without a profile, and tells the member', async () => {
    const member = await openAccount(app)
    await member.create({ name: '아이', is_child: true })
    const television = await openTelevision()
    expect(await television.refusal()).toBe('authorization_pending')
    await decide(member, television.user_code)
    const response = await television.poll()
    expect(await response.json()).toMatchObject({ id: member.id, profile: null })
    expect(response.headers.get('set-cookie')).toMatch(/^sid=[\w-]{43}; .*HttpOnly/)
    const { results } = await television.browser.call(accounts.listSessions, {})
    expect(results.find(({ is_current }) => is_current)).toMatchObject({
      device: 'Chrome · webOS TV',
      profile_name: null,
    })
    const inbox = await member.call(notifications.listNotifications, { query: {} })
    expect(inbox.results).toMatchObject([{ kind: 'new_device' }])
    // Nothing plays until a profile is chosen, whose limit then holds.
    expect(
      (await television.browser.refusal(playback.readMemberSeries, { params: { id: 1 } })).code,
    ).toBe('profile_required')
    expect(await television.refusal()).toBe('expired_token')
  })

  it('gives its approval to one of twenty transactions at once', async () => {
    const member = await makeMember(app)
    const television = await openTelevision()
    await decide(member, television.user_code)
    const hash = hashToken(television.device_code)
    const takes = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.transact((tx) => takeDeviceApproval(tx, hash, app.clock.now())),
      ),
    )
    expect(takes.filter(Boolean)).toHaveLength(1)
    expect(await television.refusal()).toBe('expired_token')
  })

  it('signs in with one of twenty polls at once', async () => {
    const member = await makeMember(app)
    const { device_code, user_code } = await openTelevision()
    await decide(member, user_code)
    const statuses = await Promise.all(
      Array.from(
        { length: 20 },
        async () =>
          (await createGuestClient(app).fetch(pollDeviceCode, { body: { device_code } })).status,
      ),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
  })

  it('is decided once by twenty members at once', async () => {
    const television = await openTelevision()
    const members = await Promise.all(Array.from({ length: 20 }, () => makeMember(app)))
    const outcomes = await Promise.allSettled(
      members.map((member) => decide(member, television.user_code)),
    )
    const winners = members.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    expect(await (await television.poll()).json()).toMatchObject({ id: winners[0]?.id })
  })

  it('is refused by the member, expires after ten minutes, and slows early polls down', async () => {
    const world = await openTestAppForTest()
    const member = await makeMember(world)
    const refused = await openTelevision(world)
    await decide(member, refused.user_code, false)
    expect(await refused.refusal()).toBe('access_denied')
    const television = await openTelevision(world)
    expect(await television.refusal()).toBe('authorization_pending')
    const early = { body: { device_code: television.device_code } }
    expect((await television.browser.refusal(pollDeviceCode, early)).code).toBe('slow_down')
    // The interval is 10 s now.
    expect(await television.refusal()).toBe('slow_down')
    world.clock.advance(15 * second)
    expect((await television.browser.refusal(pollDeviceCode, early)).code).toBe(
      'authorization_pending',
    )
    world.clock.advance(600 * second)
    expect(await television.refusal()).toBe('expired_token')
    const query = { user_code: television.user_code }
    await expect(member.call(readDeviceRequest, { query })).rejects.toMatchObject({
      problem: { code: 'not_found' },
    })
  })

  it('is withdrawn with the session that approved it', async () => {
    const member = await makeMember(app)
    const television = await openTelevision()
    await decide(member, television.user_code)
    await member.call(accounts.signOut, {})
    expect(await television.refusal()).toBe('expired_token')
  })

  it('is closed to visitors and to children’s profiles', async () => {
    const television = await openTelevision()
    const query = { user_code: television.user_code }
    const visitor = createGuestClient(app)
    expect((await visitor.refusal(readDeviceRequest, { query })).code).toBe(
      'authentication_required',
    )
    const account = await openAccount(app)
    const child = await account.create({ name: '아이', is_child: true })
    await account.select(child.id)
    const body = { ...query, is_approved: true }
    expect((await account.browser.refusal(decideDeviceRequest, { body })).code).toBe(
      'child_profile',
    )
  })

  it('allows five tries a minute from an address, right or wrong', async () => {
    const world = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
    const member = await makeMember(world)
    const television = await openTelevision(world)
    const wrong = { query: { user_code: 'BBBB-BBBB' } }
    for (let round = 0; round < 3; round++) {
      const codes = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const problem = await createGuestClient(world, member.cookie).refusal(
            readDeviceRequest,
            wrong,
          )
          return problem.code
        }),
      )
      expect(codes.filter((code) => code === 'not_found')).toHaveLength(5)
      const right = { body: { user_code: television.user_code, is_approved: true } }
      const refusal = await createGuestClient(world, member.cookie).refusal(
        decideDeviceRequest,
        right,
      )
      expect(refusal.code).toBe('rate_limited')
      world.clock.advance(60 * second)
    }
    await decide(member, television.user_code)
    expect((await television.poll()).status).toBe(200)
  })
})

describe('the table of sign-ins by a code', () => {
  const insert = (columns: string, values: string) =>
    app.pool.query(
      `insert into device_sign_ins (device_code_hash, user_code_hash, device, address, created_at, expires_at${columns})
       values (sha256(gen_random_uuid()::text::bytea), sha256(gen_random_uuid()::text::bytea), '', '', now(), ${values})`,
    )

  it('refuses what lives too long, or is approved without a session or after its end', async () => {
    await expect(insert('', `now() + interval '601 s'`)).rejects.toThrow('expires_at_check')
    await expect(
      insert(', is_approved, decided_at', `now() + interval '1 s', true, now()`),
    ).rejects.toThrow('session_check')
    await expect(insert(', is_approved', `now() + interval '1 s', false`)).rejects.toThrow(
      'decision_check',
    )
    await expect(
      insert(', is_approved, decided_at', `now() + interval '1 s', false, now() + interval '1 s'`),
    ).rejects.toThrow('decided_at_check')
  })

  it('refuses a second decision', async () => {
    await insert(', is_approved, decided_at', `now() + interval '1 s', false, now()`)
    await expect(
      app.pool.query(
        'update device_sign_ins set is_approved = null, decided_at = null where not is_approved',
      ),
    ).rejects.toThrow('has been decided')
  })
})
