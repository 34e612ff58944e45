import { accounts } from '#contract/accounts/accounts.ts'
import { playback } from '#contract/contents/playback.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { watch_history } from '#contract/contents/watch-history.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard, orderEpisode } from '#test/fixtures/payments.ts'
import {
  requestKey,
  type FixtureFilm,
  openFilmApp,
  playerName,
  readOffers,
  readVideo,
  signInElsewhere,
  statusOf,
  takeStream,
  type Viewer,
  clientOf,
} from '#test/fixtures/sold-film.ts'
import { makeSubscriber, plans } from '#test/fixtures/subscriptions.ts'
import { expectProblem, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const hour = 3_600_000
let films: Awaited<ReturnType<typeof openFilmApp>>
let world: TestApp
let film: FixtureFilm
beforeAll(async () => {
  films = await openFilmApp()
  world = films.world
  film = await films.encode({ is_free: false, price: 1_500, in_subscription: false })
  await world.pool.query('update episodes set rental_price = 500 where id = $1', [film.episode_id])
})
afterAll(() => films?.close())
// As in a film whose free beginning is a minute: the rest may be asked for from 30 s on.
beforeEach(async () => {
  await world.pool.query('update media_keys set preview_duration = 60 where asset_id = $1', [
    film.asset_id,
  ])
  await setSeries('ALL')
})

const setSeries = (age_rating: string) =>
  world.pool.query(
    'update series set age_rating = $2 where id = (select series_id from episodes where id = $1)',
    [film.episode_id, age_rating],
  )

async function makeBuyer(ownership: 2 | 3 = 3): Promise<{ member: TestMember; main: string }> {
  const member = await makeMember(world)
  await buyByCard(world, member, film.episode_id, ownership)
  return { member, main: (await readVideo(member, film)).manifest_url }
}

/** A member whose plan opens the film. `plan_id` 1 has one slot, 2 has two. */
async function makePlanMember(plan_id: number): Promise<{ member: TestMember; main: string }> {
  await world.pool.query('update episodes set in_subscription = true where id = $1', [
    film.episode_id,
  ])
  const member = await makeMember(world)
  await orderEpisode(member, film.episode_id)
  const until = new Date(world.clock.now().getTime() + 24 * hour)
  await world.pool.query('update wallets set plan_id = $2, plan_until = $3 where member_id = $1', [
    member.id,
    plan_id,
    until,
  ])
  return { member, main: (await readVideo(member, film)).manifest_url }
}

/** A member's watched marks, rental ends and stream slots. */
async function notedOf({ id }: TestMember) {
  const { rows: purchases } = await world.pool.query<{
    handed: string | null
    ends: string | null
  }>(
    `select first_handed_at as handed, ends_at as ends from purchases
     where wallet_id = (select w.id from wallets w where w.member_id = $1) order by id`,
    [id],
  )
  const { rows: slots } = await world.pool.query<{
    id: number
    player: string
    position: number | null
    ends_at: string
    is_yielded: boolean
  }>('select id, player, position, ends_at, is_yielded from streams where member_id = $1', [id])
  return { purchases, slots }
}

const nothing = { purchases: [{ handed: null, ends: null }], slots: [] }

const refund = (member: TestMember) =>
  member.call(transactions.refund, { body: { episode_id: film.episode_id } })

describe('a key of period 0', () => {
  it('is given to visitors and members, and writes nothing', async () => {
    const { member, main } = await makeBuyer()
    const own = await requestKey(member, main, { period: 0, player: null, position: null })
    expect(own).toMatchObject({ status: 200, key: expect.any(Buffer) })
    expect(own.key).toHaveLength(16)
    expect(own.headers.get('cache-control')).toBe('no-store')
    for (const viewer of [clientOf(world), await makeMember(world), member]) {
      const preview = (await readOffers(await makeMember(world), film))!.preview!.manifest_url
      const given = await requestKey(viewer, preview, { period: 0, player: null, position: null })
      expect(given.key?.equals(own.key!)).toBe(true)
    }
    expect(await notedOf(member)).toEqual(nothing)
  })

  it('is not given above the height of the token', async () => {
    const { preview } = (await readOffers(clientOf(world), film))!
    const asking = { rendition: 'v1080', period: 0 }
    expect(await requestKey(clientOf(world), preview!.manifest_url, asking)).toMatchObject({
      ...{ status: 403, code: 'forbidden' },
    })
    const { member, main } = await makePlanMember(1)
    expect(await requestKey(member, main, asking)).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await requestKey(member, main, { rendition: 'v1080' })).code).toBe('forbidden')
    expect((await requestKey(member, main, { rendition: 'v720' })).status).toBe(200)
  })
})

describe('a key beyond the preview', () => {
  it('differs by rendition and period', async () => {
    const { member, main } = await makeBuyer()
    const keys = await Promise.all(
      [
        { rendition: 'v108', period: 0 },
        { rendition: 'v108', period: 1 },
        { rendition: 'v108', period: 2 },
        { rendition: 'audio', period: 1 },
      ].map(async (asking) => (await requestKey(member, main, asking)).key?.toString('hex')),
    )
    expect(new Set(keys).size).toBe(4)
    expect(keys).not.toContain(undefined)
  })

  it('takes a slot, stores the position and notes the purchase', async () => {
    const { member, main } = await makeBuyer()
    expect((await requestKey(member, main, { position: '57.3' })).status).toBe(200)
    const now = world.clock.now()
    expect(await notedOf(member)).toMatchObject({
      purchases: [{ handed: now.toISOString(), ends: null }],
      slots: [
        {
          player: playerName('one'),
          position: 57.3,
          ends_at: new Date(now.getTime() + 60_000).toISOString(),
        },
      ],
    })
  })

  it('keeps the id of the slot that the player holds', async () => {
    const { member, main } = await makeBuyer()
    const { id } = await takeStream(member, film, 'one')
    world.clock.advance(30_000)
    expect((await requestKey(member, main)).status).toBe(200)
    const { slots } = await notedOf(member)
    const ends_at = new Date(world.clock.now().getTime() + 60_000).toISOString()
    expect(slots).toMatchObject([{ id, position: 100, ends_at }])
  })

  it.each([
    ['without a position', { position: null }],
    ['at 0:00', { position: 0 }],
    ['after 8 s', { position: 8 }],
    ['just before the tolerance', { position: 29.9 }],
    ['with a position that is no number', { position: 'NaN' }],
    ['with a negative position', { position: '-1' }],
    ['with an endless position', { position: '1e9' }],
  ])('is refused %s, and the film stays refundable', async (_, asking) => {
    const { member, main } = await makeBuyer()
    expect(await requestKey(member, main, asking)).toMatchObject({
      ...{ status: 409, code: 'playback_position_required' },
    })
    expect(await notedOf(member)).toEqual(nothing)
    expect(await refund(member)).toMatchObject({ status: 'settled', won: 1_500 })
  })

  it('is given from 30 s before the end of the preview, after which no refund is possible', async () => {
    const { member, main } = await makeBuyer()
    expect((await requestKey(member, main, { position: 30 })).status).toBe(200)
    expect((await expectProblem(refund(member))).obstacle).toBe('already_watched')
  })

  it('starts the 48 hours of a rental, which a key of period 0 or a refused one does not', async () => {
    const { member, main } = await makeBuyer(2)
    const { purchases: before } = await notedOf(member)
    expect((await requestKey(member, main, { period: 0 })).status).toBe(200)
    expect((await requestKey(member, main, { position: 8 })).status).toBe(409)
    world.clock.advance(hour)
    expect(await notedOf(member)).toEqual({ purchases: before, slots: [] })
    expect((await requestKey(member, main)).status).toBe(200)
    const now = world.clock.now()
    expect((await notedOf(member)).purchases).toEqual([
      { handed: now.toISOString(), ends: new Date(now.getTime() + 48 * hour).toISOString() },
    ])
  })

  it('is refused for other tokens, other sessions and visitors', async () => {
    const { member, main } = await makeBuyer()
    const other = await makeBuyer()
    const preview = (await readOffers(await makeMember(world), film))!.preview!.manifest_url
    // Also for a member who has bought the film: the public address is nobody's own.
    expect(await requestKey(member, preview)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await requestKey(other.member, main)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await requestKey(clientOf(world), main)).toMatchObject({
      ...{ status: 401, code: 'authentication_required' },
    })
    const elsewhere = await signInElsewhere(world, member)
    expect(await requestKey(elsewhere, main)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await requestKey(member, main.replace('/media/', '/media/x'))).toMatchObject({
      ...{ status: 403, code: 'forbidden' },
    })
    expect(await notedOf(member)).toEqual(nothing)
    expect(await notedOf(other.member)).toEqual(nothing)
  })

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('is refused to %s', async (method) => {
    const { member, main } = await makeBuyer()
    const answer = await requestKey(member, main, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
    expect(await notedOf(member)).toEqual(nothing)
  })

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ])('is refused to other sites: %j', async (headers) => {
    const { member, main } = await makeBuyer()
    for (const period of [0, 1])
      expect(await requestKey(member, main, { headers, period })).toMatchObject({
        ...{ status: 403, code: 'foreign_origin' },
      })
    expect(await notedOf(member)).toEqual(nothing)
  })

  it.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ])('is refused to a prefetch: %j', async (headers) => {
    const { member, main } = await makeBuyer()
    expect(await requestKey(member, main, { headers })).toMatchObject({ status: 403 })
    expect((await requestKey(member, main, { headers, period: 0 })).status).toBe(200)
    expect(await notedOf(member)).toEqual(nothing)
  })

  it('is not told by /grants/', async () => {
    const { member, main } = await makeBuyer()
    for (const period of [0, 1])
      expect((await requestKey(member, `/grants${main}`, { period })).status).toBe(403)
    expect(await notedOf(member)).toEqual(nothing)
  })

  it.each([
    'keys/rest.key',
    'keys/preview.key',
    'keys/v108/01.key',
    'keys/x/1.key',
    'keys/v108/10000.key',
  ])('is not found at %s', async (name) => {
    const { member, main } = await makeBuyer()
    expect(await statusOf(member, main, name)).toBe(404)
    expect(await notedOf(member)).toEqual(nothing)
  })

  it('is decided by the state at the request: age, withdrawal and session', async () => {
    const { member, main } = await makeBuyer()
    const setHidden = (is_hidden: boolean) =>
      world.pool.query('update episodes set is_hidden = $2 where id = $1', [
        ...[film.episode_id, is_hidden],
      ])
    const codes = async () =>
      Promise.all([0, 1].map(async (period) => (await requestKey(member, main, { period })).code))
    await setSeries('19')
    expect(await codes()).toEqual(Array(2).fill('adult_verification_required'))
    await setSeries('ALL')
    await setHidden(true)
    expect(await codes()).toEqual(Array(2).fill('not_found'))
    await setHidden(false)
    expect(await notedOf(member)).toEqual(nothing)
    expect(await codes()).toEqual([undefined, undefined])
    await world.pool.query(
      `update purchases set state = 'refunding' where wallet_id = (select id from wallets where member_id = $1)`,
      [member.id],
    )
    // Its free beginning stays open.
    expect(await codes()).toEqual([undefined, 'purchase_required'])
    await member.call(accounts.logOut, {})
    expect(await codes()).toEqual(Array(2).fill('authentication_required'))
  })
})

describe('players without headers', () => {
  const native = { player: null, position: null }

  it('need a slot of the session, and a position that was reported with it', async () => {
    const { member, main } = await makeBuyer()
    expect(await requestKey(member, main, native)).toMatchObject({
      status: 409,
      code: 'stream_required',
    })
    await takeStream(member, film, 'one')
    expect((await requestKey(member, main, native)).code).toBe('playback_position_required')
    await takeStream(member, film, 'one', { position: 29 })
    expect((await requestKey(member, main, native)).code).toBe('playback_position_required')
    expect((await notedOf(member)).purchases).toEqual(nothing.purchases)
    await takeStream(member, film, 'one', { position: 31.5 })
    expect((await requestKey(member, main, native)).status).toBe(200)
  })

  it('are judged by progress, too', async () => {
    // Progress ends with the film, and that of the test has 12 s.
    await world.pool.query('update episodes set runtime = 100 where id = $1', [film.episode_id])
    const { member, main } = await makeBuyer()
    await takeStream(member, film, 'one')
    const saveProgress = (progress: number) =>
      member.call(watch_history.saveProgress, { body: { episode_id: film.episode_id, progress } })
    await saveProgress(8)
    expect((await requestKey(member, main, native)).code).toBe('playback_position_required')
    world.clock.advance(15_000)
    await saveProgress(40)
    expect((await requestKey(member, main, native)).status).toBe(200)
  })

  it('cannot use the slot of another session', async () => {
    const { member, main } = await makeBuyer()
    const elsewhere = await signInElsewhere(world, member)
    await takeStream(elsewhere, film, 'two', { position: 100 })
    expect((await requestKey(member, main, native)).code).toBe('stream_required')
  })
})

describe('stream slots', () => {
  it('limit a plan of one stream to one of three sessions', async () => {
    const { member, main } = await makePlanMember(1)
    const others = [await signInElsewhere(world, member), await signInElsewhere(world, member)]
    const mains = [main]
    for (const other of others) mains.push((await readVideo(other, film)).manifest_url)
    const answers = await Promise.all(
      [member, ...others].map((viewer, at) =>
        requestKey(viewer, mains[at]!, { player: ['one', 'two', 'three'][at]! }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const [refused] = answers.filter(({ status }) => status === 409)
    expect(refused!.problem).toMatchObject({
      code: 'too_many_streams',
      streams: [{ is_this_browser: false, episode_title: '1화' }],
    })
    expect((await notedOf(member)).slots).toHaveLength(1)
  })

  it('note nothing for a session that gets none, which may take one over', async () => {
    const { member, main } = await makeBuyer()
    const elsewhere = await signInElsewhere(world, member)
    const { id } = await takeStream(elsewhere, film, 'two')
    expect((await requestKey(member, main)).code).toBe('too_many_streams')
    expect((await notedOf(member)).purchases).toEqual(nothing.purchases)
    await takeStream(member, film, 'one', { take_over: id })
    expect((await requestKey(member, main)).status).toBe(200)
  })

  it('are free again once their player yields them or stops for a minute', async () => {
    const { member, main } = await makeBuyer()
    const elsewhere = await signInElsewhere(world, member)
    const other = (await readVideo(elsewhere, film)).manifest_url
    const { id } = await takeStream(member, film, 'one')
    await member.call(playback.endStream, { params: { id: String(id) } })
    expect((await requestKey(elsewhere, other, { player: 'two' })).status).toBe(200)
    expect((await requestKey(member, main)).code).toBe('too_many_streams')
    world.clock.advance(60_000)
    expect((await requestKey(member, main)).status).toBe(200)
    expect((await notedOf(member)).slots).toMatchObject([{ player: playerName('one') }])
  })

  it('stay yielded when a paused player loads on', async () => {
    const { member, main } = await makeBuyer()
    const { id } = await takeStream(member, film, 'one')
    await member.call(playback.endStream, { params: { id: String(id) } })
    expect((await requestKey(member, main)).status).toBe(200)
    const now = world.clock.now().toISOString()
    expect((await notedOf(member)).slots).toMatchObject([{ id, is_yielded: true, ends_at: now }])
  })

  it('are not needed by staff in the studio, whose look is not noted either', async () => {
    const staff = await makeMember(world, { is_staff: true })
    await buyByCard(world, staff, film.episode_id)
    const asset = (await (await staff.fetch(`/api/studio/assets/${film.asset_id}/`)).json()) as {
      playable: { manifest_url: string }
    }
    const main = asset.playable.manifest_url
    expect((await requestKey(staff, main, { player: null, position: null })).status).toBe(200)
    expect(await notedOf(staff)).toEqual(nothing)
    // The same person at home is a viewer.
    const own = (await readVideo(staff, film)).manifest_url
    expect((await requestKey(staff, own, { player: null, position: null })).code).toBe(
      'stream_required',
    )
    const other = await makeMember(world, { is_staff: true })
    expect((await requestKey(other, main)).code).toBe('forbidden')
  })
})

describe('a plan', () => {
  it('is noted as used by a key beyond the preview alone', async () => {
    await world.pool.query('update episodes set in_subscription = true where id = $1', [
      film.episode_id,
    ])
    const member = await makeSubscriber(world, plans.standard)
    const { manifest_url: main } = await readVideo(member, film)
    const playedAt = async () => {
      const { rows } = await world.pool.query<{ at: string | null }>(
        `select played_at as at from subscriptions
         where wallet_id = (select id from wallets where member_id = $1)`,
        [member.id],
      )
      return rows.map(({ at }) => at)
    }
    expect((await requestKey(member, main, { period: 0 })).status).toBe(200)
    expect((await requestKey(member, main, { position: 8 })).code).toBe(
      'playback_position_required',
    )
    expect(await playedAt()).toEqual([null])
    expect((await requestKey(member, main)).status).toBe(200)
    expect(await playedAt()).toEqual([world.clock.now().toISOString()])
  })

  it('goes before a rental, which is not begun by it', async () => {
    const { member, main } = await makePlanMember(2)
    await buyByCard(world, member, film.episode_id, 2)
    const { purchases } = await notedOf(member)
    expect((await requestKey(member, main)).status).toBe(200)
    expect((await notedOf(member)).purchases).toEqual(purchases)
  })
})

describe('races', () => {
  it('let one of a refund and 64 key requests come first', async () => {
    for (let time = 0; time < 4; time++) {
      const { member, main } = await makeBuyer()
      const asks = Array.from({ length: 64 }, (_, at) =>
        requestKey(member, main, { rendition: at % 2 ? 'audio' : 'v108', period: 1 + (at % 5) }),
      )
      const [refunding, ...answers] = await Promise.all([
        refund(member).then(
          () => true,
          () => false,
        ),
        ...asks,
      ])
      const given = answers.filter(({ status }) => status === 200).length
      const { purchases } = await notedOf(member)
      expect([refunding, given > 0]).toEqual([refunding, !refunding])
      // 503: one of 64 waited longer for the member's lock than a statement may (`lock_timeout`).
      const statuses = new Set(answers.map(({ status }) => status))
      expect([...statuses].filter((status) => ![200, 402, 503].includes(status))).toEqual([])
      expect(purchases[0]?.handed === null).toBe(refunding)
    }
  })

  it('never give keys to more sessions than the plan has slots, with a take-over among 64', async () => {
    const { member, main } = await makePlanMember(1)
    const other = await signInElsewhere(world, member)
    const { manifest_url } = await readVideo(other, film)
    const held = await takeStream(other, film, 'two')
    const viewers: [Viewer, string, string][] = [
      [member, main, 'one'],
      [other, manifest_url, 'two'],
    ]
    const [, ...answers] = await Promise.all([
      takeStream(member, film, 'one', { take_over: held.id }),
      ...Array.from({ length: 64 }, (_, at) => {
        const [viewer, address, player] = viewers[at % 2]!
        return requestKey(viewer, address, { player, period: 1 + (at % 7) })
      }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const { slots } = await notedOf(member)
    expect(slots).toMatchObject([{ player: playerName('one') }])
    // The one that was taken over gets nothing any more.
    expect((await requestKey(other, manifest_url, { player: 'two' })).code).toBe('too_many_streams')
  })
})

it('tells how long the preview is', async () => {
  const { member } = await makeBuyer()
  await world.pool.query('update media_keys set preview_duration = 4.25 where asset_id = $1', [
    film.asset_id,
  ])
  expect((await readVideo(member, film)).preview_duration).toBe(4.25)
  expect((await readOffers(clientOf(world), film))?.preview?.duration).toBe(4.25)
  // Short previews: half of it, so that 0:00 never counts.
  const main = (await readVideo(member, film)).manifest_url
  expect((await requestKey(member, main, { position: 2 })).code).toBe('playback_position_required')
  expect((await requestKey(member, main, { position: 2.2 })).status).toBe(200)
})
