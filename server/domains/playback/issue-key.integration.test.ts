import { accounts } from '#contract/accounts/accounts.ts'
import {
  hour,
  noRecords,
  type KeyRequestFixture,
  openKeyRequestFixture,
} from '#test/fixtures/key-requests.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  requestKey,
  playerName,
  readOffers,
  readVideo,
  signInElsewhere,
  statusOf,
  takeStream,
  clientOf,
  type FixtureFilm,
} from '#test/fixtures/sold-film.ts'
import { expectProblem, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let fixture: KeyRequestFixture
let app: TestApp
let film: FixtureFilm
beforeAll(async () => {
  fixture = await openKeyRequestFixture()
  ;({ app, film } = fixture)
})
afterAll(() => fixture?.close())
beforeEach(() => fixture.reset())

describe('a key of period 0', () => {
  it('is issued to guests and members, and writes nothing', async () => {
    const { member, main } = await fixture.makeBuyer()
    const own = await requestKey(member, main, { period: 0, player: null, position: null })
    expect(own).toMatchObject({ status: 200, key: expect.any(Buffer) })
    expect(own.key).toHaveLength(16)
    expect(own.headers.get('cache-control')).toBe('no-store')
    for (const viewer of [clientOf(app), await makeMember(app), member]) {
      const preview = (await readOffers(await makeMember(app), film))!.preview!.manifest_url
      const response = await requestKey(viewer, preview, {
        period: 0,
        player: null,
        position: null,
      })
      expect(response.key?.equals(own.key!)).toBe(true)
    }
    expect(await fixture.readRecords(member)).toEqual(noRecords)
  })

  it('is refused above the height of the token', async () => {
    const { preview } = (await readOffers(clientOf(app), film))!
    const options = { rendition: 'v1080', period: 0 }
    expect(await requestKey(clientOf(app), preview!.manifest_url, options)).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    const { member, main } = await fixture.makePlanMember(1)
    expect(await requestKey(member, main, options)).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    expect((await requestKey(member, main, { rendition: 'v1080' })).code).toBe('forbidden')
    expect((await requestKey(member, main, { rendition: 'v720' })).status).toBe(200)
  })
})

describe('a key beyond the preview', () => {
  it('differs by rendition and period', async () => {
    const { member, main } = await fixture.makeBuyer()
    const keys = await Promise.all(
      [
        { rendition: 'v108', period: 0 },
        { rendition: 'v108', period: 1 },
        { rendition: 'v108', period: 2 },
        { rendition: 'audio', period: 1 },
      ].map(async (options) => (await requestKey(member, main, options)).key?.toString('hex')),
    )
    expect(new Set(keys).size).toBe(4)
    expect(keys).not.toContain(undefined)
  })

  it('takes a slot, stores the position and records the first use of the purchase', async () => {
    const { member, main } = await fixture.makeBuyer()
    expect((await requestKey(member, main, { position: '57.3' })).status).toBe(200)
    const now = app.clock.now()
    expect(await fixture.readRecords(member)).toMatchObject({
      purchases: [{ first_used: now.toISOString(), ends: null }],
      slots: [
        {
          player: playerName('one'),
          position: 57.3,
          expires_at: new Date(now.getTime() + 60_000).toISOString(),
        },
      ],
    })
  })

  it('keeps the id of the slot that the player holds', async () => {
    const { member, main } = await fixture.makeBuyer()
    const { id } = await takeStream(member, film, 'one')
    app.clock.advance(30_000)
    expect((await requestKey(member, main)).status).toBe(200)
    const { slots } = await fixture.readRecords(member)
    const expires_at = new Date(app.clock.now().getTime() + 60_000).toISOString()
    expect(slots).toMatchObject([{ id, position: 100, expires_at }])
  })

  it.each([
    ['without a position', { position: null }],
    ['at 0:00', { position: 0 }],
    ['after 8 s', { position: 8 }],
    ['just before the paid part', { position: 49.9 }],
    ['with a position that is no number', { position: 'NaN' }],
    ['with a negative position', { position: '-1' }],
    ['with an endless position', { position: '1e9' }],
  ])('is refused %s, and the film stays refundable', async (_, options) => {
    const { member, main } = await fixture.makeBuyer()
    expect(await requestKey(member, main, options)).toMatchObject({
      status: 409,
      code: 'playback_position_required',
    })
    expect(await fixture.readRecords(member)).toEqual(noRecords)
    expect(await fixture.refund(member)).toMatchObject({ status: 'succeeded', amount: 1_500 })
  })

  it('is issued from 10 s before the end of the preview, and then excludes a refund', async () => {
    const { member, main } = await fixture.makeBuyer()
    expect((await requestKey(member, main, { position: 49.9 })).code).toBe(
      'playback_position_required',
    )
    expect((await requestKey(member, main, { position: 50 })).status).toBe(200)
    expect((await expectProblem(fixture.refund(member))).ineligibility_reason).toBe(
      'already_watched',
    )
  })

  it('starts the 48 hours of a rental, unlike a key of period 0 or a refused key', async () => {
    const { member, main } = await fixture.makeBuyer(2)
    const { purchases: before } = await fixture.readRecords(member)
    expect((await requestKey(member, main, { period: 0 })).status).toBe(200)
    expect((await requestKey(member, main, { position: 8 })).status).toBe(409)
    app.clock.advance(hour)
    expect(await fixture.readRecords(member)).toEqual({ purchases: before, slots: [] })
    expect((await requestKey(member, main)).status).toBe(200)
    const now = app.clock.now()
    expect((await fixture.readRecords(member)).purchases).toEqual([
      { first_used: now.toISOString(), ends: new Date(now.getTime() + 48 * hour).toISOString() },
    ])
  })

  it('is refused for other tokens, other sessions and guests', async () => {
    const { member, main } = await fixture.makeBuyer()
    const other = await fixture.makeBuyer()
    const preview = (await readOffers(await makeMember(app), film))!.preview!.manifest_url
    // Also refused to a buyer: the shared URL belongs to no session.
    expect(await requestKey(member, preview)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await requestKey(other.member, main)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await requestKey(clientOf(app), main)).toMatchObject({
      status: 401,
      code: 'authentication_required',
    })
    const elsewhere = await signInElsewhere(app, member)
    expect(await requestKey(elsewhere, main)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await requestKey(member, main.replace('/media/', '/media/x'))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    expect(await fixture.readRecords(member)).toEqual(noRecords)
    expect(await fixture.readRecords(other.member)).toEqual(noRecords)
  })

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('is refused to %s', async (method) => {
    const { member, main } = await fixture.makeBuyer()
    const response = await requestKey(member, main, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
    expect(await fixture.readRecords(member)).toEqual(noRecords)
  })

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ])('is refused to other sites: %j', async (headers) => {
    const { member, main } = await fixture.makeBuyer()
    for (const period of [0, 1])
      expect(await requestKey(member, main, { headers, period })).toMatchObject({
        status: 403,
        code: 'cross_origin_request',
      })
    expect(await fixture.readRecords(member)).toEqual(noRecords)
  })

  it.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ])('is refused to a prefetch: %j', async (headers) => {
    const { member, main } = await fixture.makeBuyer()
    expect(await requestKey(member, main, { headers })).toMatchObject({ status: 403 })
    expect((await requestKey(member, main, { headers, period: 0 })).status).toBe(200)
    expect(await fixture.readRecords(member)).toEqual(noRecords)
  })

  it('is refused below /media-auth/', async () => {
    const { member, main } = await fixture.makeBuyer()
    for (const period of [0, 1])
      expect(await statusOf(member, `/media-auth${main}`, `keys/v108/${period}.key`)).toBe(403)
    expect(await fixture.readRecords(member)).toEqual(noRecords)
  })

  it.each([
    'keys/rest.key',
    'keys/preview.key',
    'keys/v108/01.key',
    'keys/x/1.key',
    'keys/v108/10000.key',
  ])('returns 404 for %s', async (name) => {
    const { member, main } = await fixture.makeBuyer()
    expect(await statusOf(member, main, name)).toBe(404)
    expect(await fixture.readRecords(member)).toEqual(noRecords)
  })

  it('depends on age rating, visibility, purchase and session at the time of the request', async () => {
    const { member, main } = await fixture.makeBuyer()
    const setHidden = (is_hidden: boolean) =>
      app.pool.query('update episodes set is_hidden = $2 where id = $1', [
        ...[film.episode_id, is_hidden],
      ])
    const codes = async () =>
      Promise.all([0, 1].map(async (period) => (await requestKey(member, main, { period })).code))
    await fixture.setAgeRating('19')
    expect(await codes()).toEqual(Array(2).fill('adult_verification_required'))
    await fixture.setAgeRating('ALL')
    await setHidden(true)
    expect(await codes()).toEqual(Array(2).fill('not_found'))
    await setHidden(false)
    expect(await fixture.readRecords(member)).toEqual(noRecords)
    expect(await codes()).toEqual([undefined, undefined])
    await app.pool.query(
      `update purchases set state = 'refunding' where wallet_id = (select id from wallets where member_id = $1)`,
      [member.id],
    )
    // The preview stays available.
    expect(await codes()).toEqual([undefined, 'purchase_required'])
    await member.call(accounts.signOut, {})
    expect(await codes()).toEqual(Array(2).fill('authentication_required'))
  })
})

it('reports the duration of the preview', async () => {
  const { member } = await fixture.makeBuyer()
  await app.pool.query('update content_keys set preview_duration = 4.25 where asset_id = $1', [
    film.asset_id,
  ])
  expect((await readVideo(member, film)).preview_duration).toBe(4.25)
  expect((await readOffers(clientOf(app), film))?.preview?.duration).toBe(4.25)
  // Half of a short preview, in whole seconds, so that 0:00 never counts.
  const main = (await readVideo(member, film)).manifest_url
  expect((await requestKey(member, main, { position: 1.9 })).code).toBe(
    'playback_position_required',
  )
  expect((await requestKey(member, main, { position: 2 })).status).toBe(200)
})
