import { endpoints } from '#contract/index.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContentsTestApp, makeSeries, openContentsTestApp } from '#test/fixtures/contents.ts'

const { contents } = endpoints
let app: ContentsTestApp
beforeAll(async () => {
  app = await openContentsTestApp()
})
afterAll(() => app.close())

test('lists categories with the ids of the specification', async () => {
  const { value } = await app.call(contents.listCategories)
  expect(value.count).toBe(8)
  expect(value.results.find(({ id }) => id === 5)?.name).toBe('해외')
  expect(value.results.find(({ id }) => id === 6)?.name).toBe('국내')
})

test('says when the next episode of a running series opens', async () => {
  const opens_at = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
  const announced = { is_hidden: true, is_announced: true }
  const { id } = await makeSeries(app, {}, [
    {},
    { ...announced, publish_at: opens_at, next_publication_change_at: opens_at },
    announced,
  ])
  const { value } = await app.call(contents.readSeries, { id })
  expect(value).toMatchObject({ is_upcoming: false, episode_count: 1, opens_at })
})

test('lists age ratings with their colours', async () => {
  const { value } = await app.call(contents.listAgeRatings)
  expect(value.results.map(({ code, color }) => [code, color])).toEqual([
    ['ALL', 'green'],
    ['12', 'blue'],
    ['15', 'yellow'],
    ['19', 'red'],
  ])
})

test('returns a series with its people in order and the visible episode counts of its seasons', async () => {
  const { id, episode_ids } = await makeSeries(
    app,
    {
      title: '느린 기차',
      category_ids: [1, 6],
      poster_key: 'works/1-poster',
      released_on: '2026-01-02',
      keywords: ['여행', '잔잔한'],
    },
    [{}, { is_hidden: true }],
  )
  await app.transact(async (tx) => {
    await sql`with p as (insert into people (name) values ('나중'), ('먼저') returning id, name)
      insert into credits (series_id, person_id, role, position)
      select ${id}, id, 'cast', case name when '먼저' then 0 else 1 end from p`.execute(tx)
  })
  const { value, tags } = await app.call(contents.readSeries, { id })
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
    opens_at: null,
    tags: ['여행', '잔잔한'],
    captions: [],
    people: [{ name: '먼저' }, { name: '나중' }],
    seasons: [{ number: 1, episode_count: 1 }],
  })
  expect(tags).toContain(`series:${id}`)
})

test('returns a person with the parts in public and upcoming works alone, the newest first', async () => {
  const older = await makeSeries(app, { title: '첫 작품', released_on: '2020-01-01' }, [{}])
  const newer = await makeSeries(app, { title: '새 작품', released_on: '2025-01-01' }, [{}])
  const hidden = await makeSeries(app, { title: '숨긴 작품' }, [{ is_hidden: true }])
  const upcoming = await makeSeries(app, {
    title: '열릴 작품',
    is_hidden: true,
    is_announced: true,
  })
  const personId = await app.transact(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into people (name, name_original) values ('한 사람', 'One Person') returning id`.execute(
      tx,
    )
    const id = rows[0]!.id
    await sql`insert into credits (series_id, person_id, role, character, position) values
      (${older.id}, ${id}, 'cast', '역무원', 0), (${newer.id}, ${id}, 'director', null, 0),
      (${newer.id}, ${id}, 'cast', '기관사', 1), (${hidden.id}, ${id}, 'cast', '승객', 0),
      (${upcoming.id}, ${id}, 'writer', null, 0)`.execute(tx)
    return id
  })
  const { value } = await app.call(contents.readPerson, { id: personId })
  expect(value).toEqual({
    id: personId,
    name: '한 사람',
    name_original: 'One Person',
    credits: [
      { series_id: newer.id, role: 'director', character: null },
      { series_id: newer.id, role: 'cast', character: '기관사' },
      { series_id: older.id, role: 'cast', character: '역무원' },
      { series_id: upcoming.id, role: 'writer', character: null },
    ],
  })
  await sql`delete from credits where person_id = ${personId} and series_id <> ${hidden.id}`.execute(
    app.db,
  )
  await expect(app.call(contents.readPerson, { id: personId })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('returns not_found for hidden and unknown items', async () => {
  const hidden = await makeSeries(app, { is_hidden: true }, [{}])
  const episode = await makeSeries(app, {}, [{ is_hidden: true }])
  const absent = await Promise.allSettled([
    app.call(contents.readSeries, { id: hidden.id }),
    app.call(contents.readEpisode, { id: hidden.episode_ids[0] ?? 0 }),
    app.call(contents.readEpisode, { id: episode.episode_ids[0] ?? 0 }),
    app.call(contents.readSeries, { id: 2_147_483_647 }),
    app.call(contents.readCategory, { id: 2_147_483_647 }),
  ])
  for (const call of absent) {
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
  }
})

test('returns the neighbours of an episode and its offset in the list, beside hidden ones too', async () => {
  const episodes = Array.from({ length: 60 }, (_, index) => ({
    number: index + 1,
    is_hidden: index < 5 || index === 52,
  }))
  const { episode_ids, season_id } = await makeSeries(app, {}, episodes)
  const idOf = (number: number) => episode_ids[number - 1]!
  const read = async (number: number) => {
    const { value } = await app.call(contents.readEpisodeNeighbours, { id: idOf(number) })
    return [value.previous?.number, value.next?.number, value.offset]
  }
  expect(await read(6)).toEqual([undefined, 7, 0])
  expect(await read(52)).toEqual([51, 54, 46])
  expect(await read(54)).toEqual([52, 55, 47])
  expect(await read(60)).toEqual([59, undefined, 53])
  const { value } = await app.call(contents.listEpisodes, {
    query: { season: season_id, ordering: 'number', limit: 1, offset: 47 },
  })
  expect(value.results.map(({ id }) => id)).toEqual([idOf(54)])
  await expect(app.call(contents.readEpisodeNeighbours, { id: idOf(1) })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('returns an episode with its series, season and release date', async () => {
  const { id, season_id, episode_ids } = await makeSeries(app, { age_rating: '15' }, [
    { released_at: '2024-01-01T00:00:00Z', price: 1500, orientation: 'vertical' },
  ])
  const { value, tags } = await app.call(contents.readEpisode, { id: episode_ids[0] ?? 0 })
  expect(value).toMatchObject({
    series: { id },
    season: { id: season_id, number: 1 },
    age_rating: '15',
    episode_video_orientation: 'vertical',
    price: 1500,
    released_at: '2024-01-01T00:00:00.000Z',
    video_state: 'ready',
  })
  expect(tags).toContain(`series:${id}`)
})

test('counts the visible series of a category', async () => {
  const before = (await app.call(contents.readCategory, { id: 7 })).value.series_count
  await makeSeries(app, { category_ids: [7] })
  await makeSeries(app, { category_ids: [7], is_hidden: true })
  const after = (await app.call(contents.readCategory, { id: 7 })).value.series_count
  expect(after).toBe(before + 1)
})
