import { playback } from '#contract/playback/playback.ts'
import { watch_history } from '#contract/watch-history/watch-history.ts'
import {
  noRecords,
  type KeyRequestFixture,
  openKeyRequestFixture,
} from '#test/fixtures/key-requests.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import {
  requestKey,
  playerName,
  readVideo,
  signInElsewhere,
  takeStream,
  type FixtureFilm,
  type Viewer,
} from '#test/fixtures/sold-film.ts'
import { makeSubscriber, plans } from '#test/fixtures/subscriptions.ts'
import type { TestApp } from '#test/app/test-app.ts'
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

describe('players without headers', () => {
  const native = { player: null, position: null }

  it('need a slot of their session with a reported position', async () => {
    const { member, main } = await fixture.makeBuyer()
    expect(await requestKey(member, main, native)).toMatchObject({
      status: 409,
      code: 'stream_required',
    })
    await takeStream(member, film, 'one')
    expect((await requestKey(member, main, native)).code).toBe('playback_position_required')
    await takeStream(member, film, 'one', { position: 49 })
    expect((await requestKey(member, main, native)).code).toBe('playback_position_required')
    expect((await fixture.readRecords(member)).purchases).toEqual(noRecords.purchases)
    await takeStream(member, film, 'one', { position: 51.5 })
    expect((await requestKey(member, main, native)).status).toBe(200)
  })

  it('may report the position as progress', async () => {
    // Progress is limited by the runtime, which is 12 s in this fixture.
    await app.pool.query('update episodes set runtime = 100 where id = $1', [film.episode_id])
    const { member, main } = await fixture.makeBuyer()
    await takeStream(member, film, 'one')
    const saveProgress = (progress: number) =>
      member.call(watch_history.saveProgress, { body: { episode_id: film.episode_id, progress } })
    await saveProgress(8)
    expect((await requestKey(member, main, native)).code).toBe('playback_position_required')
    app.clock.advance(15_000)
    await saveProgress(55)
    expect((await requestKey(member, main, native)).status).toBe(200)
  })

  it('cannot use the slot of another session', async () => {
    const { member, main } = await fixture.makeBuyer()
    const elsewhere = await signInElsewhere(app, member)
    await takeStream(elsewhere, film, 'two', { position: 100 })
    expect((await requestKey(member, main, native)).code).toBe('stream_required')
  })
})

describe('stream slots', () => {
  it('limit a plan with one stream to one of three sessions', async () => {
    const { member, main } = await fixture.makePlanMember(1)
    const others = [await signInElsewhere(app, member), await signInElsewhere(app, member)]
    const mains = [main]
    for (const other of others) mains.push((await readVideo(other, film)).manifest_url)
    const responses = await Promise.all(
      [member, ...others].map((viewer, index) =>
        requestKey(viewer, mains[index]!, { player: ['one', 'two', 'three'][index]! }),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const [refused] = responses.filter(({ status }) => status === 409)
    expect(refused!.problem).toMatchObject({
      code: 'too_many_streams',
      streams: [{ is_this_browser: false, episode_title: '1화' }],
    })
    expect((await fixture.readRecords(member)).slots).toHaveLength(1)
  })

  it('record no use for a refused session, which may take a slot over', async () => {
    const { member, main } = await fixture.makeBuyer()
    const elsewhere = await signInElsewhere(app, member)
    const { id } = await takeStream(elsewhere, film, 'two')
    expect((await requestKey(member, main)).code).toBe('too_many_streams')
    expect((await fixture.readRecords(member)).purchases).toEqual(noRecords.purchases)
    await takeStream(member, film, 'one', { take_over: id })
    expect((await requestKey(member, main)).status).toBe(200)
  })

  it('are free again after their player yields them or is silent for a minute', async () => {
    const { member, main } = await fixture.makeBuyer()
    const elsewhere = await signInElsewhere(app, member)
    const other = (await readVideo(elsewhere, film)).manifest_url
    const { id } = await takeStream(member, film, 'one')
    await member.call(playback.endStream, { params: { id: String(id) } })
    expect((await requestKey(elsewhere, other, { player: 'two' })).status).toBe(200)
    expect((await requestKey(member, main)).code).toBe('too_many_streams')
    app.clock.advance(60_000)
    expect((await requestKey(member, main)).status).toBe(200)
    expect((await fixture.readRecords(member)).slots).toMatchObject([{ player: playerName('one') }])
  })

  it('stay yielded when a paused player requests keys', async () => {
    const { member, main } = await fixture.makeBuyer()
    const { id } = await takeStream(member, film, 'one')
    await member.call(playback.endStream, { params: { id: String(id) } })
    expect((await requestKey(member, main)).status).toBe(200)
    const now = app.clock.now().toISOString()
    expect((await fixture.readRecords(member)).slots).toMatchObject([
      { id, is_yielded: true, expires_at: now },
    ])
  })

  it('are not needed by staff in the studio, and studio views are not recorded', async () => {
    const staff = await makeMember(app, { is_staff: true })
    await buyByCard(app, staff, film.episode_id)
    const asset = (await (await staff.fetch(`/api/studio/assets/${film.asset_id}/`)).json()) as {
      playable: { manifest_url: string }
    }
    const main = asset.playable.manifest_url
    expect((await requestKey(staff, main, { player: null, position: null })).status).toBe(200)
    expect(await fixture.readRecords(staff)).toEqual(noRecords)
    // With a viewer's URL the same member needs a slot.
    const own = (await readVideo(staff, film)).manifest_url
    expect((await requestKey(staff, own, { player: null, position: null })).code).toBe(
      'stream_required',
    )
    const other = await makeMember(app, { is_staff: true })
    expect((await requestKey(other, main)).code).toBe('forbidden')
  })
})

describe('a plan', () => {
  it('is recorded as used only by a key beyond the preview', async () => {
    await app.pool.query('update episodes set in_subscription = true where id = $1', [
      film.episode_id,
    ])
    const member = await makeSubscriber(app, plans.standard)
    const { manifest_url: main } = await readVideo(member, film)
    const playedAt = async () => {
      const { rows } = await app.pool.query<{ at: string | null }>(
        `select first_used_at as at from subscriptions
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
    expect(await playedAt()).toEqual([app.clock.now().toISOString()])
  })

  it('takes precedence over a rental and does not start it', async () => {
    const { member, main } = await fixture.makePlanMember(2)
    await buyByCard(app, member, film.episode_id, 2)
    const { purchases } = await fixture.readRecords(member)
    expect((await requestKey(member, main)).status).toBe(200)
    expect((await fixture.readRecords(member)).purchases).toEqual(purchases)
  })
})

describe('races', () => {
  it('serialize a refund with 64 key requests', async () => {
    for (let round = 0; round < 4; round++) {
      const { member, main } = await fixture.makeBuyer()
      const requests = Array.from({ length: 64 }, (_, index) =>
        requestKey(member, main, {
          rendition: index % 2 ? 'audio' : 'v108',
          period: 1 + (index % 5),
        }),
      )
      const [isRefunded, ...responses] = await Promise.all([
        fixture.refund(member).then(
          () => true,
          () => false,
        ),
        ...requests,
      ])
      const issuedCount = responses.filter(({ status }) => status === 200).length
      const { purchases } = await fixture.readRecords(member)
      expect([isRefunded, issuedCount > 0]).toEqual([isRefunded, !isRefunded])
      // 503: a request waited for the member's lock longer than `lock_timeout`.
      const statuses = new Set(responses.map(({ status }) => status))
      expect([...statuses].filter((status) => ![200, 402, 503].includes(status))).toEqual([])
      expect(purchases[0]?.first_used === null).toBe(isRefunded)
    }
  })

  it('never issue keys to more sessions than the plan has slots during a take-over', async () => {
    const { member, main } = await fixture.makePlanMember(1)
    const other = await signInElsewhere(app, member)
    const { manifest_url } = await readVideo(other, film)
    const held = await takeStream(other, film, 'two')
    const viewers: [Viewer, string, string][] = [
      [member, main, 'one'],
      [other, manifest_url, 'two'],
    ]
    const [, ...responses] = await Promise.all([
      takeStream(member, film, 'one', { take_over: held.id }),
      ...Array.from({ length: 64 }, (_, index) => {
        const [viewer, address, player] = viewers[index % 2]!
        return requestKey(viewer, address, { player, period: 1 + (index % 7) })
      }),
    ])
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const { slots } = await fixture.readRecords(member)
    expect(slots).toMatchObject([{ player: playerName('one') }])
    // The session whose slot was taken over is refused.
    expect((await requestKey(other, manifest_url, { player: 'two' })).code).toBe('too_many_streams')
  })
})
