import { expect, test } from 'vitest'
import { SegmentBuilder } from './index-segment.ts'
import { TitleIndex } from './title-index.ts'

const more = { kind: 'series', categories: 0, age: 0, is_free: false, year: 0, works: [] } as const
/** An index of names, the most popular first. */
function indexOf(names: readonly string[]) {
  const builder = new SegmentBuilder()
  for (const [at, name] of names.entries())
    builder.add({ ...more, id: at + 1, names: [name], popularity: names.length - at })
  const index = new TitleIndex()
  index.reset(builder.finish())
  return (q: string, max_matches = 1_000) =>
    index
      .search({ q, type: 'all', max_matches, limit: 20, offset: 0 })
      .hits.map(({ id }) => names[id - 1])
}

test('orders whole titles, those typed with shift, beginnings and words', () => {
  const search = indexOf(['큰 바가지', '바가지 머리', '빠꼼', '부고'])
  expect(search('ㅂㄱ')).toEqual(['부고', '빠꼼', '바가지 머리', '큰 바가지'])
})

test('orders Latin titles of the same keys among initials by popularity, and longer ones behind', () => {
  const search = indexOf(['Etcetera', '도시', 'ET', '동산', '도시의 밤'])
  expect(search('ㄷㅅ')).toEqual(['도시', 'ET', '동산', '도시의 밤', 'Etcetera'])
})

test.each(['ㄴㅁ', 'sa', 'ㄴㅁㅅ', 'sat'])('finds a rare title behind many that match %s', (q) => {
  const suffix = q.length === 3 ? '소' : ''
  const many = Array.from({ length: 2_000 }, (_, at) =>
    at % 2 === 0 ? `나무${suffix}${at}` : `Passat sa${at}`,
  )
  expect(indexOf([...many, `노마${suffix}`])(q, 100)[0]).toBe(`노마${suffix}`)
})
