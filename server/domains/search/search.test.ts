import { endpoints } from '#contract/index.ts'
import { makeSeries } from '#server/domains/contents/ground.ts'
import { openWorld, type World } from '#test/world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let ground: World
beforeAll(async () => {
  ground = await openWorld()
})
afterAll(() => ground.close())

async function find(q: string, more: Record<string, string | number> = {}) {
  const value = await ground.call(endpoints.search.search, { query: { q, ...more } })
  const names = value.results.map((one) =>
    one.type === 'series' ? one.series.title : one.type === 'person' ? one.person.name : one.text,
  )
  return { ...value, names }
}

test('finds a part of a title or original title, whatever its case, and marks it', async () => {
  await makeSeries(ground, { title: '오래된 Radio 스타', title_original: 'Old RADIO Star' })
  const { count, results } = await find('radio')
  expect(count).toBe(1)
  expect(results[0]).toMatchObject({
    type: 'series',
    matched: [{ start: 4, end: 9 }],
    matched_original: [{ start: 4, end: 9 }],
  })
})

test('a name typed decomposed (NFD) is the same name', async () => {
  await makeSeries(ground, { title: '달빛 세탁소' })
  expect((await find('달빛'.normalize('NFD'))).results[0]).toMatchObject({
    matched: [{ start: 0, end: 2 }],
  })
})

test.each([
  ['100%의 사랑', '0%', '100점의 사랑'],
  ['가_나', 'a_b'.replace('a', '가').replace('b', '나'), '가다나'],
  ['역\\사', '역\\', '역사'],
])('%s is found by %s, which means nothing but itself', async (title, q, other) => {
  await makeSeries(ground, { title })
  await makeSeries(ground, { title: other })
  expect((await find(q)).names).toEqual([title])
})

test('whole titles come first, then beginnings, then the most watched', async () => {
  await makeSeries(ground, { title: '큰 바다', viewer_count: 9 })
  await makeSeries(ground, { title: '먼 바다', viewer_count: 99 })
  await makeSeries(ground, { title: '바다 끝', viewer_count: 1 })
  await makeSeries(ground, { title: '바다' })
  await makeSeries(ground, { title: '숨은 바다', is_hidden: true })
  expect((await find('바다')).names).toEqual(['바다', '바다 끝', '먼 바다', '큰 바다'])
  expect(await find('바다', { limit: 2, offset: 1 })).toMatchObject({
    count: 4,
    names: ['바다 끝', '먼 바다'],
  })
  expect(await find('바다', { offset: 100 })).toMatchObject({ count: 4, names: [] })
})

test('a person leads to his works, by either of his names', async () => {
  const seen = await makeSeries(ground, { title: '첫 작품', category_ids: [2], viewer_count: 1 })
  const more = await makeSeries(ground, { title: '둘째 작품', category_ids: [1], viewer_count: 5 })
  const hidden = await makeSeries(ground, { title: '숨은 작품', is_hidden: true })
  await ground.pool.query(
    `with p as (insert into people (name, name_original) values ('문소라', 'Moon Sora') returning id)
     insert into credits (series_id, person_id, role) select s, p.id, 'cast' from p, unnest($1::int[]) s`,
    [[seen.id, more.id, hidden.id]],
  )
  await ground.pool.query(`insert into people (name) values ('문소라 아닌 사람')`)
  const { count, results } = await find('moon')
  expect(count).toBe(1)
  expect(results[0]).toMatchObject({
    type: 'person',
    person: { name: '문소라' },
    matched: [],
    matched_original: [{ start: 0, end: 4 }],
    series: [{ id: more.id }, { id: seen.id }],
  })
  expect(await find('문소라', { category: 2 })).toMatchObject({
    results: [{ series: [{ id: seen.id }] }],
  })
  expect(await find('문소라', { type: 'series' })).toMatchObject({ count: 0 })
  expect(await find('작품', { type: 'person' })).toMatchObject({ count: 0 })
  expect(await find('문소라', { category: 99_999 })).toMatchObject({ count: 0 })
})

test.each([
  ['nothing', ''],
  ['spaces', '  '],
  ['more than a hundred letters', 'ㄱ'.repeat(101)],
  ['NUL', 'a\0b'],
])('%s is no query', async (_, q) => {
  await expect(find(q)).rejects.toThrow()
})
