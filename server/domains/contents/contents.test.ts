import { endpoints } from '#contract/index.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContentsTestApp, makeSeries, openContentsTestApp } from '#test/fixtures/contents.ts'

const { contents } = endpoints
let ground: ContentsTestApp
beforeAll(async () => {
  ground = await openContentsTestApp()
}, 60_000)
afterAll(() => ground.close())

test('categories have the ids of the specification', async () => {
  const { value } = await ground.call(contents.listCategories)
  expect(value.count).toBe(8)
  expect(value.results.find(({ id }) => id === 5)?.name).toBe('해외')
  expect(value.results.find(({ id }) => id === 6)?.name).toBe('국내')
})

test('age ratings have their colours', async () => {
  const { value } = await ground.call(contents.listAgeRatings)
  expect(value.results.map(({ code, color }) => [code, color])).toEqual([
    ['ALL', 'green'],
    ['12', 'blue'],
    ['15', 'yellow'],
    ['19', 'red'],
  ])
})

test('a series carries its people in order and its seasons with what is visible of them', async () => {
  const { id, episode_ids } = await makeSeries(
    ground,
    {
      title: '느린 기차',
      category_ids: [1, 6],
      poster_key: 'works/1-poster',
      released_on: '2026-01-02',
    },
    [{}, { is_hidden: true }],
  )
  await ground.transact(async (tx) => {
    await sql`with p as (insert into people (name) values ('나중'), ('먼저') returning id, name)
      insert into credits (series_id, person_id, role, position)
      select ${id}, id, 'cast', case name when '먼저' then 0 else 1 end from p`.execute(tx)
  })
  const { value, tags } = await ground.call(contents.readSeries, { id })
  expect(value).toMatchObject({
    title: '느린 기차',
    poster_url: '/images/works/1-poster/540.webp',
    released_on: '2026-01-02',
    categories: [
      { id: 1, name: '드라마' },
      { id: 6, name: '국내' },
    ],
    season_count: 1,
    episode_count: 1,
    first_episode_id: episode_ids[0],
    rating_average: null,
    people: [{ name: '먼저' }, { name: '나중' }],
    seasons: [{ number: 1, episode_count: 1 }],
  })
  expect(tags).toContain(`series:${id}`)
})

test('what is hidden or unknown is absent', async () => {
  const hidden = await makeSeries(ground, { is_hidden: true }, [{}])
  const episode = await makeSeries(ground, {}, [{ is_hidden: true }])
  const absent = await Promise.allSettled([
    ground.call(contents.readSeries, { id: hidden.id }),
    ground.call(contents.readEpisode, { id: hidden.episode_ids[0] ?? 0 }),
    ground.call(contents.readEpisode, { id: episode.episode_ids[0] ?? 0 }),
    ground.call(contents.readSeries, { id: 2_147_483_647 }),
    ground.call(contents.readCategory, { id: 2_147_483_647 }),
  ])
  for (const call of absent) {
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
  }
})

test('an episode names its series and season, and says when it comes out', async () => {
  const { id, season_id, episode_ids } = await makeSeries(ground, { age_rating: '15' }, [
    { released_at: '2099-01-01T00:00:00Z', price: 1500, orientation: 'vertical' },
  ])
  const { value, tags } = await ground.call(contents.readEpisode, { id: episode_ids[0] ?? 0 })
  expect(value).toMatchObject({
    series: { id },
    season: { id: season_id, number: 1 },
    age_rating: '15',
    episode_video_orientation: 'vertical',
    price: 1500,
    released_at: '2099-01-01T00:00:00.000Z',
    video_state: 'none',
  })
  expect(tags).toContain(`series:${id}`)
})

test('a category counts its visible series', async () => {
  const before = (await ground.call(contents.readCategory, { id: 7 })).value.series_count
  await makeSeries(ground, { category_ids: [7] })
  await makeSeries(ground, { category_ids: [7], is_hidden: true })
  const after = (await ground.call(contents.readCategory, { id: 7 })).value.series_count
  expect(after).toBe(before + 1)
})
