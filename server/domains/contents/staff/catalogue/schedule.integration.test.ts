import { endpoints } from '#contract/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateEpisode } from '../../editing/seasons-and-episodes.ts'
import { updateWork } from '../../editing/edit-work.ts'
import { applyDueSchedules } from '../../editing/schedule-queries.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { checkPlaybackEligibility } from '#server/domains/playback/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard, makePaidEpisode, orderEpisode } from '#test/fixtures/payments.ts'
import {
  makeSubscriber,
  openPaymentsTestApp,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import type { ProblemResponseError } from '#test/app/test-app.ts'

let app: PaymentsTestApp
let other: string
beforeAll(async () => {
  app = await openPaymentsTestApp('2026-05-01T11:00:00.000Z')
  other = await app.another()
})
afterAll(() => app?.close())

const second = 1_000
/** 21:00 in Seoul is an hour after the clock of the test app. */
const later = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()

async function made(title: string, episode: Record<string, unknown> = {}) {
  const work = await makeSeries(app, { title, category_ids: [1] }, [{ is_free: true, ...episode }])
  return { ...work, episode: work.episode_ids[0] ?? 0 }
}

const schedule = (id: number, changes: object, version = 1) =>
  app.transact((tx) => updateWork(tx, id, { version, changes }, app.clock.now()))

/** Applies the changes that are due, as each poll of the scheduler does. @returns their number. */
const applyDue = () => app.transact((tx) => applyDueSchedules(tx, app.clock.now()))

type Answer = { results?: { id: number; series?: { id: number } }[] }

/** Lists the pages that show a work, on both processes. */
async function seen(id: number, title: string): Promise<string[]> {
  const at = async (origin: string) => {
    const has = async (path: string) => {
      const { results } = (await (await fetch(origin + path)).json()) as Answer
      return results?.some((result) => result.id === id || result.series?.id === id) === true
    }
    const index = await (await fetch(`${origin}/sitemap.xml`)).text()
    const files = [...index.matchAll(/sitemap\/[^<]+/g)].map(([name]) => name)
    const maps = await Promise.all(
      files.map(async (name) => (await fetch(`${origin}/${name}`)).text()),
    )
    const places = {
      list: await has('/api/contents/series/?limit=100'),
      episodes: await has('/api/contents/episodes/?limit=100'),
      page: (await fetch(`${origin}/api/contents/series/${id}/`)).status === 200,
      search: await has(`/api/contents/search/?q=${encodeURIComponent(title)}`),
      sitemap: maps.some((map) => map.includes(`/series/${id}<`)),
    }
    return Object.entries(places).flatMap(([name, is]) => (is ? [name] : []))
  }
  return (await Promise.all([app.origin, other].map(at))).flat()
}
const everywhere = ['list', 'episodes', 'page', 'search', 'sitemap']
const twice = [...everywhere, ...everywhere]

test('publishes and unpublishes a work exactly on time in every process', async () => {
  const title = '정각에 열리는 작품'
  const { id } = await made(title)
  // The first search index is built meanwhile.
  await expect.poll(() => seen(id, title), { timeout: 30_000 }).toEqual(twice)
  await schedule(id, { publish_at: later(5 * second), unpublish_at: later(10 * second) })
  await expect.poll(() => seen(id, title)).toEqual([])

  app.clock.advance(5 * second - 1)
  expect(await applyDue()).toBe(0)
  expect(await seen(id, title)).toEqual([])
  app.clock.advance(1)
  await expect.poll(() => seen(id, title)).toEqual(twice)

  app.clock.advance(5 * second - 1)
  expect(await applyDue()).toBe(0)
  expect(await seen(id, title)).toEqual(twice)
  app.clock.advance(1)
  await expect.poll(() => seen(id, title)).toEqual([])
})

test('applies a schedule once across processes without a new version', async () => {
  const { id } = await made('한 번만')
  await schedule(id, { publish_at: later(second) })
  const { rows: before } = await app.pool.query('select version, xmin from series where id = $1', [
    id,
  ])
  app.clock.advance(second)
  const turned = async () =>
    (
      await app.pool.query(
        'select version, is_hidden, next_publication_change_at from series where id = $1',
        [id],
      )
    ).rows
  await expect
    .poll(turned)
    .toEqual([{ version: before[0].version, is_hidden: false, next_publication_change_at: null }])
})

test('rejects a time in the past and an end before the start', async () => {
  const { id } = await made('지난 시각')
  const staff = await makeMember(app, { is_staff: true })
  const put = (changes: object) =>
    staff
      .call(endpoints.studio_catalogue.updateWork, {
        params: { id },
        body: { version: 1, changes } as never,
      })
      .then(
        () => 'taken',
        (error: ProblemResponseError) =>
          error.problem.errors.map(({ field, detail }) => `${field} ${detail}`),
      )
  expect(await put({ publish_at: later(0) })).toEqual(['changes.publish_at 이미 지난 시각이에요.'])
  expect(await put({ publish_at: later(9 * second), unpublish_at: later(8 * second) })).toEqual([
    'changes.unpublish_at 공개 시각보다 뒤여야 해요.',
  ])
  expect(await put({ unpublish_at: later(-second) })).toEqual([
    'changes.unpublish_at 이미 지난 시각이에요.',
  ])
})

test('sets the release time of an episode from its schedule, or to now when published by hand', async () => {
  const { episode } = await made('회차 예약', { is_free: true })
  const change = (version: number, changes: object) =>
    app.transact((tx) => updateEpisode(tx, episode, { version, changes }, app.clock.now()))
  const at = later(60 * second)
  await change(1, { publish_at: at })
  const row = () =>
    app.db
      .selectFrom('episodes')
      .select(['released_at', 'is_hidden', 'version'])
      .where('id', '=', episode)
      .executeTakeFirst()
  expect(await row()).toEqual({ released_at: at, is_hidden: true, version: 2 })
  await change(2, { publish_at: null })
  expect(await row()).toMatchObject({ released_at: later(0), is_hidden: false })
})

test('releases episodes with their work, also after rescheduling', async () => {
  const staff = await makeMember(app, { is_staff: true })
  const { studio_catalogue: calls } = endpoints
  const body = {
    title: '함께 나오는 화',
    is_series: true,
    age_rating: 'ALL' as const,
    category_ids: [],
  }
  const { id, version, seasons } = await staff.call(calls.createWork, { body })
  const season = { params: { id: seasons[0]?.id ?? 0 }, body: {} }
  await staff.call(calls.createEpisode, season)
  const plan = (changes: object, from: number) => schedule(id, changes, from)
  const released = async () =>
    (
      await app.db
        .selectFrom('episodes')
        .select('released_at')
        .where('series_id', '=', id)
        .execute()
    ).map((row) => row.released_at)
  await plan({ is_unpublished: false, publish_at: later(60 * second) }, version)
  expect(await released()).toEqual([later(60 * second)])
  await plan({ publish_at: later(30 * second) }, version + 1)
  expect(await released()).toEqual([later(30 * second)])
  await plan({ publish_at: null }, version + 2)
  expect(await released()).toEqual([later(0)])
  // A new episode of a published work waits.
  await staff.call(calls.createEpisode, season)
  const work = await staff.call(calls.readWork, { params: { id } })
  expect(work.seasons[0]?.episodes.map(({ state }) => state)).toEqual(['no_video', 'hidden'])
})

test('keeps an ended episode playable only for its buyers and renters', async () => {
  const { id, episode } = await sold()
  const [owner, renter, subscriber, stranger] = [
    await makeMember(app),
    await makeMember(app),
    await makeSubscriber(app),
    await makeMember(app),
  ]
  await buyByCard(app, owner, episode, 3)
  await buyByCard(app, renter, episode, 2)
  await app.pool.query('update episodes set in_subscription = true where id = $1', [episode])
  const answerOf = async (path: string, caller?: TestMember) => {
    const response = await (caller ? caller.fetch(path) : app.fetch(path))
    return ((await response.json()) as { code: string }).code
  }
  const decisions = async () => {
    const film = `/api/contents/${episode}/video/`
    return {
      owner: await answerOf(film, owner),
      renter: await answerOf(film, renter),
      subscriber: await answerOf(film, subscriber),
      stranger: await answerOf(film, stranger),
      visitor: await answerOf(film),
    }
  }
  await schedule(id, { unpublish_at: later(10 * second) }, await versionOf(id))
  // No video exists, so an authorized viewer receives video_not_ready.
  const may = 'video_not_ready'
  expect(await decisions()).toEqual({
    owner: may,
    renter: may,
    subscriber: may,
    stranger: 'purchase_required',
    visitor: 'authentication_required',
  })
  app.clock.advance(10 * second)
  const no = 'no_longer_available'
  await expect
    .poll(decisions)
    .toEqual({ owner: may, renter: may, subscriber: no, stranger: no, visitor: no })
  const admitted = await checkPlaybackEligibility(
    app.db,
    [owner, subscriber].map(({ profile_id }) => ({ profile_id, episode_id: episode })),
    app.clock.now(),
  )
  expect(admitted).toEqual([expect.objectContaining({ series_id: id }), { refusal: no }])
  expect((await app.fetch(`/api/contents/episodes/${episode}/`)).status).toBe(200)
  expect((await app.fetch(`/api/contents/series/${id}/`)).status).toBe(404)
  await expect(orderEpisode(stranger, episode)).rejects.toThrow('404 not_found')
})

async function sold() {
  const episode = await makePaidEpisode(app)
  const { rows } = await app.pool.query<{ series_id: number }>(
    'select series_id from episodes where id = $1',
    [episode],
  )
  return { episode, id: rows[0]?.series_id ?? 0 }
}

async function versionOf(id: number): Promise<number> {
  const { rows } = await app.pool.query('select version from series where id = $1', [id])
  return rows[0].version
}
