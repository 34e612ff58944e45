import { accounts } from '#contract/accounts/accounts.ts'
import { identity } from '#contract/accounts/identity.ts'
import { endpoints } from '#contract/index.ts'
import { createGuestClient, type GuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openPortone, type PortoneSimulator } from '../../../../simulators/portone/portone.ts'
import { endUnidentifiedAges } from './identity-queries.ts'

let simulator: PortoneSimulator
let app: TestApp
beforeAll(async () => {
  simulator = await openPortone()
  // Phones are not verified, but adults still are.
  const env = { IDENTITY_URL: simulator.address, PHONE_VERIFICATION: 'off', RATE_LIMITS: 'on' }
  app = await openTestApp({ env })
})
afterEach(() => void (simulator.fault = null))
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

let people = 0
/** A different person for each call. */
const newPerson = (birth_date = '1990-05-05') => ({ name: `김한편${++people}`, birth_date })

async function createMember() {
  const member = await makeMember(app)
  const browser = createGuestClient(app, member.cookie)
  const begin = () => browser.call(identity.beginIdentityVerification, {})
  const confirm = (id: string, replaces = false) =>
    browser.call(identity.confirmIdentityVerification, { params: { id }, body: { replaces } })
  return {
    ...member,
    browser,
    begin,
    confirm,
    refusal: (id: string, replaces = false) =>
      browser.refusal(identity.confirmIdentityVerification, { params: { id }, body: { replaces } }),
    state: () => browser.call(identity.readAgeVerification, {}),
    /** Goes through the window, and confirms it. */
    async verifyAs(person: ReturnType<typeof newPerson>, replaces = false) {
      const { id } = await begin()
      simulator.verify(id, person)
      return confirm(id, replaces)
    },
  }
}
const storedOf = async (member_id: number) => {
  const { rows } = await app.pool.query(
    `select i.*, m.adult_verified_until from members m left join member_identities i on i.member_id = m.id where m.id = $1`,
    [member_id],
  )
  return rows[0] as Record<string, Buffer | string | null>
}

test('opens films for adults for a year by the person that the provider reports', async () => {
  const [member, [film]] = [
    await createMember(),
    await makeEpisodes(app, [{ series: { age_rating: '19' }, is_free: true }]),
  ]
  const play = () =>
    member.browser.refusal(endpoints.playback.readVideo, {
      params: { id: film as number },
      query: {},
    })
  expect((await play()).code).toBe('adult_verification_required')
  const window = await member.begin()
  expect(window).toMatchObject({
    store_id: 'store-simulated',
    channel_key: 'channel-key-simulated',
  })
  simulator.verify(window.id, newPerson())
  const { cookie } = member
  expect(await member.confirm(window.id)).toMatchObject({ is_adult_verified: true })
  expect(member.browser.cookie()).not.toBe(cookie)
  expect((await play()).code).not.toBe('adult_verification_required')
  const state = await member.state()
  expect(state).toMatchObject({ method: 'window', name: expect.stringMatching(/^김\*+/) })
  const until = new Date(app.clock.now())
  until.setUTCFullYear(until.getUTCFullYear() + 1)
  expect(state.verified_until).toBe(until.toISOString())
})

test('stores name and date of birth encrypted, and identifiers as keyed hashes only', async () => {
  const [member, person] = [await createMember(), newPerson()]
  await member.verifyAs(person)
  const stored = await storedOf(member.id)
  const text = JSON.stringify(stored, (_, value: unknown) =>
    typeof value === 'object' && value && 'data' in value
      ? Buffer.from(value.data as number[]).toString('latin1')
      : value,
  )
  expect(text).not.toContain(person.birth_date)
  expect(text).not.toContain(Buffer.from(person.name).toString('latin1'))
  expect(stored['ci_blind_index']).toHaveLength(32)
  expect(stored['di_blind_index']).toHaveLength(32)
})

describe('an id', () => {
  test('of another member, invented or expired is refused without asking the provider', async () => {
    const [member, other] = [await createMember(), await createMember()]
    const { id } = await other.begin()
    simulator.verify(id, newPerson())
    const before = simulator.reads.length
    expect((await member.refusal(id)).code).toBe('not_found')
    expect((await member.refusal('3f1c7e0a-5b1d-4c8e-9a55-0c5f2d1e7b9a')).code).toBe('not_found')
    const own = await member.begin()
    app.clock.advance(60 * 60_000)
    expect((await member.refusal(own.id)).code).toBe('not_found')
    expect(simulator.reads).toHaveLength(before)
    expect((await storedOf(member.id))['adult_verified_until']).toBeNull()
  })

  test('serves once: a repetition returns the same and does not extend the year', async () => {
    const member = await createMember()
    const { id } = await member.begin()
    simulator.verify(id, newPerson())
    const confirmIn = (browser: GuestClient) =>
      browser.call(identity.confirmIdentityVerification, { params: { id }, body: {} })
    const browsers = Array.from({ length: 6 }, () => createGuestClient(app, member.cookie))
    const results = await Promise.all(
      browsers.map((browser) => confirmIn(browser).catch(() => null)),
    )
    // The request that verifies replaces the token of the session.
    const rotated = browsers.filter(
      (browser, index) => results[index]?.is_adult_verified && browser.cookie() !== member.cookie,
    )
    expect(rotated).toHaveLength(1)
    const { adult_verified_until } = await storedOf(member.id)
    const { rows } = await app.pool.query(
      `select count(*)::int as sessions from sessions where member_id = $1`,
      [member.id],
    )
    expect(rows).toEqual([{ sessions: 1 }])
    app.clock.advance(30 * 60_000)
    expect(await confirmIn(rotated[0]!)).toMatchObject({ is_adult_verified: true })
    expect((await storedOf(member.id))['adult_verified_until']).toEqual(adult_verified_until)
  })
})

describe('nothing is verified', () => {
  test('while the window is open, after it is cancelled, and by what the browser says', async () => {
    const member = await createMember()
    const { id } = await member.begin()
    expect((await member.refusal(id)).code).toBe('identity_unverified')
    simulator.fail(id)
    expect((await member.refusal(id)).code).toBe('identity_unverified')
    // The member tries again in the same window.
    simulator.verify(id, newPerson())
    expect(await member.confirm(id)).toMatchObject({ is_adult_verified: true })
  })

  test.each(['error', 'drop', 'no_json', 'other_id'] as const)(
    'while the provider answers with "%s", and the same id is confirmed afterwards',
    async (fault) => {
      const member = await createMember()
      const { id } = await member.begin()
      simulator.verify(id, newPerson())
      simulator.fault = fault
      expect(await member.refusal(id)).toMatchObject({ status: 503, code: 'service_unavailable' })
      simulator.fault = null
      expect(await member.confirm(id)).toMatchObject({ is_adult_verified: true })
    },
  )

  test('for a person under 19, and stores nothing of them', async () => {
    const member = await createMember()
    const { id } = await member.begin()
    simulator.verify(id, newPerson('2015-05-05'))
    expect((await member.refusal(id)).code).toBe('under_age')
    expect((await member.refusal(id)).code).toBe('under_age')
    expect((await storedOf(member.id))['member_id']).toBeNull()
  })

  test('by a code to the phone, which would go around the provider', async () => {
    const member = await createMember()
    expect((await member.browser.refusal(accounts.sendAgeVerificationCode, {})).code).toBe(
      'phone_verification_off',
    )
  })
})

describe('one person', () => {
  test('verifies one account at a time, and moves the verification on request', async () => {
    const [first, second, person] = [await createMember(), await createMember(), newPerson()]
    await first.verifyAs(person)
    const { id } = await second.begin()
    simulator.verify(id, person)
    expect(await second.refusal(id)).toMatchObject({ status: 409, code: 'identity_in_use' })
    expect((await first.state()).verified_until).not.toBeNull()
    expect(await second.confirm(id, true)).toMatchObject({ is_adult_verified: true })
    expect(await first.state()).toMatchObject({ verified_until: null, name: null })
    const { rows } = await app.pool.query(
      `select 1 from messages where recipient = $1 and subject like '%성인 인증을 다른 계정으로%'`,
      [first.email],
    )
    expect(rows).toHaveLength(1)
  })

  test('has one account also if several verify at once', async () => {
    const person = newPerson()
    const members = await Promise.all(Array.from({ length: 6 }, () => createMember()))
    const results = await Promise.all(
      members.map((member) =>
        member.verifyAs(person).then(
          () => 'verified',
          (error: { problem: { code: string } }) => error.problem.code,
        ),
      ),
    )
    expect(results.filter((result) => result === 'verified')).toHaveLength(1)
    expect(results.filter((result) => result === 'identity_in_use')).toHaveLength(5)
    const verified = await Promise.all(members.map(({ id }) => storedOf(id)))
    expect(verified.filter((row) => row['adult_verified_until'] !== null)).toHaveLength(1)
  })

  test('without identifiers of the provider verifies each account', async () => {
    const [first, second] = [await createMember(), await createMember()]
    for (const member of [first, second]) {
      const { id } = await member.begin()
      simulator.verify(id, { ...newPerson(), hasNoCi: true })
      expect(await member.confirm(id)).toMatchObject({ is_adult_verified: true })
    }
  })

  test('verifies again the next year, and another person replaces it', async () => {
    const [member, person, another] = [await createMember(), newPerson(), newPerson()]
    await member.verifyAs(person)
    await member.verifyAs(person)
    await member.verifyAs(another)
    const other = await createMember()
    expect(await other.verifyAs(person)).toMatchObject({ is_adult_verified: true })
  })
})

test('ends former verifications by phone once the provider is set', async () => {
  const until = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
  const byPhone = await makeMember(app, { adult_verified_until: until })
  const byWindow = await createMember()
  await byWindow.verifyAs(newPerson())
  await app.transact(endUnidentifiedAges)
  expect((await storedOf(byPhone.id))['adult_verified_until']).toBeNull()
  expect((await storedOf(byWindow.id))['adult_verified_until']).not.toBeNull()
})

test('limits the windows of a member, each of which costs the operator', async () => {
  const member = await createMember()
  for (let times = 0; times < 10; times++) await member.begin()
  expect(await member.browser.refusal(identity.beginIdentityVerification, {})).toMatchObject({
    status: 429,
  })
})
