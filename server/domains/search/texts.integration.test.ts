import { endpoints } from '#contract/index.ts'
import { bigramsOf } from './captions/normalize-text.ts'
import { makeSeries, resultName } from '#test/fixtures/contents.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const { search, searchTexts } = endpoints.search
const settled = { timeout: 30_000, interval: 50 }

let app: TestApp
let lighthouse: Awaited<ReturnType<typeof makeSeries>>
let moon: Awaited<ReturnType<typeof makeSeries>>
beforeAll(async () => {
  app = await openTestApp()
  lighthouse = await makeSeries(
    app,
    {
      title: '먼 불빛',
      category_ids: [2],
      released_on: '1987-05-01',
      age_rating: '12',
      synopsis: '바다 끝의 등대지기가 교대선을 기다리며 고래의 노래를 듣는다.',
    },
    [{ is_free: true, runtime: 600 }],
  )
  moon = await makeSeries(
    app,
    {
      title: '달의 뒷면',
      category_ids: [1],
      released_on: '2021-03-01',
      age_rating: '15',
      synopsis: '등대지기의 딸이 달에 간다.',
    },
    [{ is_free: true, runtime: 600 }],
  )
  await app.pool.query(
    `with p as (insert into people (name) values ('문소라') returning id)
     insert into credits (series_id, person_id, role, character) select s, p.id, 'cast', c
     from p, (values ($1::int, '강단이'), ($2::int, '김하나')) as w (s, c)`,
    [lighthouse.id, moon.id],
  )
  await app.pool.query(
    `with asset as (
       insert into media_assets (state, source_name, duration, orientation, ready_at, created_at)
       values ('ready', 'film.mp4', 600, 'horizontal', now(), now()) returning id
     ), shown as (update episodes set asset_id = asset.id from asset where episodes.id = $1)
     insert into caption_lines (asset_id, language, number, seconds, text, normalized_text, bigrams)
     select id, 'ko', 1, 42, '등대지기는 잠들지 않아', '등대지기는잠들지않아', $2 from asset`,
    [lighthouse.episode_ids[0], bigramsOf('등대지기는잠들지않아')],
  )
  await vi.waitUntil(async () => (await find('등대지기')).synopses.count === 2, settled)
  await vi.waitUntil(async () => (await find('강단이')).characters.count === 1, settled)
})
afterAll(() => app?.close())

const find = (q: string, filters: Record<string, string | number> = {}) =>
  app.call(searchTexts, { query: { q, ...filters } })

test('finds lines, synopses and characters, each with its matches marked', async () => {
  const { lines, synopses, characters } = await find('등대지기')
  expect(lines).toMatchObject({
    count: 1,
    results: [
      { episode: { id: lighthouse.episode_ids[0] }, seconds: 42, text: '등대지기는 잠들지 않아' },
    ],
  })
  expect(synopses.results).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        series: expect.objectContaining({ id: lighthouse.id }),
        text: '바다 끝의 등대지기가 교대선을 기다리며 고래의 노래를 듣는다.',
        highlights: [{ start: 6, end: 10 }],
      }),
    ]),
  )
  expect(characters).toEqual({ count: 0, results: [] })
  // The work with more of the words first; a word of an intent is no word of the synopsis.
  expect(
    (await find('고래 등대지기 다시보기')).synopses.results.map(({ series }) => series.id),
  ).toEqual([...[lighthouse.id, moon.id]])
  expect((await find('고래 상어 등대지기 코끼리 하마')).synopses.count).toBe(0)
})

test('finds characters by a whole name, a given name and in the other keyboard layout', async () => {
  const [character] = (await find('강단이')).characters.results
  expect(character).toMatchObject({
    character: '강단이',
    person: { name: '문소라' },
    series: { id: lighthouse.id },
    highlights: [{ start: 0, end: 3 }],
  })
  expect((await find('단이')).characters.results).toMatchObject([
    { character: '강단이', highlights: [{ start: 1, end: 3 }] },
  ])
  expect((await find('하나')).characters.results.map(resultName)).toEqual(['김하나'])
  expect((await find('rkdeksdl')).characters.results.map(resultName)).toEqual(['강단이'])
})

test('lists one kind with pages', async () => {
  const list = async (type: 'synopsis' | 'character', q: string, offset = 0) => {
    const { count, results, ...rest } = await app.call(search, {
      query: { q, type, limit: 1, offset },
    })
    return { count, names: results.map(resultName), interpreted_as: rest.interpreted_as }
  }
  const first = await list('synopsis', '등대지기')
  const second = await list('synopsis', '등대지기', 1)
  expect([first.count, second.count]).toEqual([2, 2])
  expect([...first.names, ...second.names].sort()).toEqual([
    '등대지기의 딸이 달에 간다.',
    '바다 끝의 등대지기가 교대선을 기다리며 고래의 노래를 듣는다.',
  ])
  expect(await list('character', 'rkdeksdl')).toEqual({
    count: 1,
    names: ['강단이'],
    interpreted_as: '강단이',
  })
})

test('filters the works of texts, by years too', async () => {
  const worksOf = async (filters: Record<string, string | number>) =>
    (await find('등대지기', filters)).synopses.results.map(({ series }) => series.id)
  expect(await worksOf({ category: 1 })).toEqual([moon.id])
  expect(await worksOf({ age_rating: '12' })).toEqual([lighthouse.id])
  expect(await worksOf({ released_from: 2020, released_to: 2029 })).toEqual([moon.id])
  expect(await worksOf({ released_to: 1989 })).toEqual([lighthouse.id])
  const linesTo = async (released_to: number) =>
    (await find('등대지기', { released_to })).lines.count
  expect([await linesTo(1986), await linesTo(1989)]).toEqual([0, 1])
})

test('filters names by years, and keeps those that the query names', async () => {
  const namesOf = async (query: { q: string; released_from?: number; released_to?: number }) =>
    (await app.call(search, { query })).results.map(resultName)
  expect(await namesOf({ q: '달의 뒷면', released_from: 2020, released_to: 2029 })).toEqual([
    '달의 뒷면',
  ])
  expect(await namesOf({ q: '달의 뒷면', released_to: 1989 })).toEqual([])
  expect(await namesOf({ q: '80년대 영화', released_from: 1987 })).toEqual(['먼 불빛'])
  expect(await namesOf({ q: '80년대 영화', released_from: 1988 })).toEqual([])
})

test('follows edits of synopses, and hides what is unpublished', async () => {
  await app.pool.query(`update series set synopsis = '코끼리 조련사' where id = $1`, [moon.id])
  await vi.waitUntil(async () => (await find('조련사')).synopses.count === 1, settled)
  expect((await find('등대지기')).synopses.count).toBe(1)
  await app.pool.query('update series set is_unpublished = true, is_hidden = true where id = $1', [
    moon.id,
  ])
  await vi.waitUntil(async () => (await find('조련사')).synopses.count === 0, settled)
})

test('finds no plot beyond the works that a query of understood words alone names', async () => {
  const { id } = await makeSeries(app, {
    title: '무대 뒤',
    category_ids: [2],
    released_on: '2020-03-01',
    synopsis: '방송국 사람들이 아침 드라마를 찍는다.',
  })
  const plots = async (q: string) =>
    (await find(q)).synopses.results.map((result) => result.type === 'synopsis' && result.series.id)
  await expect.poll(() => plots('방송국'), { timeout: 30_000 }).toEqual([id])
  expect(await plots('2021년 드라마')).toEqual([])
})
