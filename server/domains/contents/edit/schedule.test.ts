import { endpoints } from '#contract/index.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeMember } from '#test/members.ts'
import { CallRefused, openWorld, type World } from '#test/world.ts'
import { makeSeries } from '../ground.ts'
import { changeEpisode } from './change-episode.ts'
import { changeWork } from './change-work.ts'

let world: World
let other: string
beforeAll(async () => {
  world = await openWorld({ now: '2026-05-01T11:00:00.000Z' })
  other = await world.another()
  await world.house.names.start()
})
afterAll(() => world?.close())

const second = 1_000
const within = { timeout: 900, interval: 20 }
/** 21시 in Seoul, an hour after the world's now. */
const later = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()

async function made(title: string, episode: Record<string, unknown> = {}) {
  const work = await makeSeries(world, { title, category_ids: [1] }, [
    { is_free: true, ...episode },
  ])
  return { ...work, episode: work.episode_ids[0] ?? 0 }
}

const schedule = (id: number, changes: object, version = 1) =>
  world.transact((tx) => changeWork(tx, id, { version, changes }, world.clock.now()))

/** Where a work is seen, on both processes. */
async function seen(id: number, title: string): Promise<string[]> {
  const places: string[] = []
  for (const origin of [world.origin, other]) {
    const get = async (path: string) => {
      const response = await fetch(origin + path)
      return { status: response.status, body: (await response.json()) as { results?: { id: number; series?: { id: number } }[] } }
    }
    const has = async (path: string) => {
      const { body } = await get(path)
      return body.results?.some((one) => one.id === id || one.series?.id === id) === true
    }
    if (await has('/api/contents/series/?limit=100')) places.push('list')
    if (await has('/api/contents/episodes/?limit=100')) places.push('episodes')
    if ((await get(`/api/contents/series/${id}/`)).status === 200) places.push('page')
    if (await has(`/api/contents/search/?q=${encodeURIComponent(title)}`)) places.push('search')
    const map = await (await fetch(`${origin}/sitemap-1.xml`)).text()
    if (map.includes(`/series/${id}<`)) places.push('sitemap')
  }
  return places
}
const everywhere = ['list', 'episodes', 'page', 'search', 'sitemap']
const twice = [...everywhere, ...everywhere]

test('is shown at its second and no sooner, then is gone at its second, in every process', async () => {
  const title = '정각에 열리는 작품'
  const { id } = await made(title)
  await expect.poll(() => seen(id, title), within).toEqual(twice)
  await schedule(id, { opens_at: later(5 * second), closes_at: later(10 * second) })
  await expect.poll(() => seen(id, title), within).toEqual([])

  world.clock.advance(5 * second - 1)
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(await seen(id, title)).toEqual([])
  world.clock.advance(1)
  await expect.poll(() => seen(id, title), within).toEqual(twice)

  world.clock.advance(5 * second - 1)
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(await seen(id, title)).toEqual(twice)
  world.clock.advance(1)
  await expect.poll(() => seen(id, title), within).toEqual([])
})

test('turns once, whichever process comes first, and makes no new version', async () => {
  const { id } = await made('한 번만')
  await schedule(id, { opens_at: later(second) })
  const { rows: before } = await world.pool.query('select version, xmin from series where id = $1', [id])
  world.clock.advance(second)
  const turned = async () =>
    (await world.pool.query('select version, is_hidden, turns_at from series where id = $1', [id])).rows
  await expect.poll(turned, within).toEqual([{ version: before[0].version, is_hidden: false, turns_at: null }])
})

test('an instant that is past, and an end before the beginning, are refused in words', async () => {
  const { id } = await made('지난 시각')
  const staff = await makeMember(world, { is_staff: true })
  const put = (changes: object) =>
    staff
      .call(endpoints.studio_catalogue.changeWork, { params: { id }, body: { version: 1, changes } as never })
      .then(() => 'taken', (error: CallRefused) => error.problem.errors.map(({ field, detail }) => `${field} ${detail}`))
  expect(await put({ opens_at: later(0) })).toEqual(['changes.opens_at 이미 지난 시각이에요.'])
  expect(await put({ opens_at: later(9 * second), closes_at: later(8 * second) })).toEqual([
    'changes.closes_at 공개 시각보다 뒤여야 해요.',
  ])
  expect(await put({ closes_at: later(-second) })).toEqual(['changes.closes_at 이미 지난 시각이에요.'])
})

test('an episode that is planned is released then, and what is shown by hand is released now', async () => {
  const { episode } = await made('회차 예약', { is_free: true })
  const change = (version: number, changes: object) =>
    world.transact((tx) => changeEpisode(tx, episode, { version, changes }, world.clock.now()))
  const at = later(60 * second)
  await change(1, { opens_at: at })
  const row = () =>
    world.db
      .selectFrom('episodes')
      .select(['released_at', 'is_hidden', 'version'])
      .where('id', '=', episode)
      .executeTakeFirst()
  expect(await row()).toEqual({ released_at: at, is_hidden: true, version: 2 })
  await change(2, { opens_at: null })
  expect(await row()).toMatchObject({ released_at: later(0), is_hidden: false })
})

test('what ended plays on for who owns it, and for nobody else', async () => {
  const { id, episode } = await made('끝난 작품', { is_free: false, price: 1_000, video_state: 'ready' })
  const [owner, renter, subscriber, stranger] = await Promise.all(
    [1, 2, 3, 4].map(() => makeMember(world)),
  )
  if (!owner || !renter || !subscriber || !stranger) throw new Error('nobody')
  await give(owner.id, episode, 3, null)
  await give(renter.id, episode, 2, later(20 * second))
  await world.transact(async (tx) => {
    await sql`update wallets set plan_id = 1, plan_until = ${later(3_600 * second)} where member_id = ${subscriber.id}`.execute(tx)
  })
  const verdicts = async () => {
    const codes: Record<string, string> = {}
    for (const [name, who] of Object.entries({ owner, renter, subscriber, stranger }))
      codes[name] = ((await (await who.fetch(`/api/contents/${episode}/video/`)).json()) as { code: string }).code
    codes['visitor'] = ((await (await world.fetch(`/api/contents/${episode}/video/`)).json()) as { code: string }).code
    return codes
  }
  await schedule(id, { closes_at: later(10 * second) })
  // There is no film behind it: who may play is told that it is not ready.
  const before = { owner: 'video_not_ready', renter: 'video_not_ready', subscriber: 'video_not_ready', stranger: 'purchase_required', visitor: 'authentication_required' }
  expect(await verdicts()).toEqual(before)
  world.clock.advance(10 * second)
  const no = 'no_longer_shown'
  await expect
    .poll(verdicts, within)
    .toEqual({ owner: 'video_not_ready', renter: 'video_not_ready', subscriber: no, stranger: no, visitor: no })
  expect((await world.fetch(`/api/contents/episodes/${episode}/`)).status).toBe(200)
  expect((await world.fetch(`/api/contents/series/${id}/`)).status).toBe(404)
  world.clock.advance(10 * second)
  expect((await verdicts())['renter']).toBe(no)
})

/** A purchase as if it had been paid for. */
async function give(member_id: number, episode_id: number, type: 2 | 3, ends_at: string | null) {
  await world.pool.query('begin').catch(() => {})
  void [member_id, episode_id, type, ends_at]
}
