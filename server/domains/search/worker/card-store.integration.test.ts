import { makeSeries } from '#test/fixtures/contents.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CardStore } from './card-store.ts'
import { createCardCache } from './card-cache.ts'

const makeStore = () => new CardStore({ name: 'title', original: 'title_original' })
function read(cards: CardStore, id: number): unknown {
  const bytes = Buffer.alloc(cards.sizeOf(id))
  expect(cards.copy(id, bytes, 0)).toBe(bytes.length)
  return JSON.parse(bytes.toString())
}

test('returns a card with any names until it is removed', () => {
  const cards = makeStore()
  const names = ['오징어 게임', '"\\\n\u2028', '🎬', 'a', '끝'.repeat(200)]
  for (const [at, name] of names.entries()) cards.put(at + 1, name, null, { is_series: true })
  cards.put(2, names[1]!, names[2]!, {})
  expect(names.slice(2).map((_, at) => cards.namesOf(at + 3).name)).toEqual(names.slice(2))
  expect(read(cards, 1)).toEqual({
    id: 1,
    title: '오징어 게임',
    title_original: null,
    is_series: true,
  })
  expect(read(cards, 2)).toEqual({ id: 2, title: names[1], title_original: names[2] })
  expect(cards.namesOf(2)).toEqual({ name: names[1], original: names[2] })
  cards.remove(1)
  cards.remove(1)
  cards.remove(99)
  expect([1, 2, 99].map((id) => cards.has(id))).toEqual([false, true, false])
  cards.clear()
  expect(cards.has(2)).toBe(false)
  cards.put(2, 'a', 'b', {})
  expect(cards.namesOf(2)).toEqual({ name: 'a', original: 'b' })
})

test('stores several pages, and is stale when most cards were replaced', () => {
  const cards = makeStore()
  const long = '가'.repeat(100)
  for (let id = 1; id <= 20_000; id++) cards.put(id, `${id} ${long}`, null, {})
  expect(cards.isStale).toBe(false)
  for (const id of [1, 13_000, 20_000]) expect(cards.namesOf(id).name).toBe(`${id} ${long}`)
  for (let round = 0; round < 2; round++)
    for (let id = 1; id <= 20_000; id++) cards.put(id, `${id}`, null, {})
  expect(cards.isStale).toBe(true)
  expect(cards.namesOf(13_000).name).toBe('13000')
})

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app?.close())

test('uses a card edited during its read once, and then reads it again', async () => {
  const { id } = await makeSeries(app, { title: '호박' })
  const cardCache = createCardCache(app.db)
  const hits = [{ kind: 'series', id, rank: 0, works: [] }] as const
  const results = {
    hits: { count: 1, best_rank: 0, hits: hits.map((hit) => ({ ...hit, works: [] })) },
  }
  expect(cardCache.findMissing(results)).toEqual({ works: [id], persons: [] })
  const reading = cardCache.fetch({ works: [id], persons: [] })
  cardCache.invalidate({ ids: [id], all: false, names: true })
  const removeOutdated = await reading
  expect(cardCache.stores.series.has(id)).toBe(true)
  removeOutdated()
  expect(cardCache.findMissing(results)).toEqual({ works: [id], persons: [] })
  ;(await cardCache.fetch({ works: [id], persons: [] }))()
  expect(cardCache.findMissing(results)).toBeUndefined()
  cardCache.invalidate({ ids: [id], all: false, names: false })
  expect(cardCache.findMissing(results)).toEqual({ works: [id], persons: [] })
})

test('reads people again after an edit of names until the index includes the edit', async () => {
  const { rows } = await app.pool.query<{ id: number; series_id: number }>(
    `with p as (insert into people (name) values ('문소라') returning id)
     insert into credits (series_id, person_id, role) select $1, p.id, 'cast' from p returning person_id as id`,
    [(await makeSeries(app, { title: '참외' })).id],
  )
  const { id } = rows[0]!
  const cardCache = createCardCache(app.db)
  const hits = [{ kind: 'person' as const, id, rank: 0, works: [] }]
  const results = { hits: { count: 1, best_rank: 0, hits } }
  await cardCache.readPersons({ ids: [id] })
  expect(cardCache.findMissing(results)).toBeUndefined()
  cardCache.invalidate({ ids: [], all: false, names: true })
  expect(cardCache.findMissing(results)).toEqual({ works: [], persons: [id] })
  const markIndexed = cardCache.beginUpdate()
  markIndexed()
  expect(cardCache.findMissing(results)).toBeUndefined()
})
