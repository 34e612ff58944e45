import { describe, expect, test } from 'vitest'
import {
  type Entry,
  roleBits,
  SegmentBuilder,
  type WorkFacts,
} from '../title-index/index-segment.ts'
import { planText } from '../title-index/query-plan.ts'
import { TitleIndex } from '../title-index/title-index.ts'
import type { TitleQuery } from '../title-index/title-search.ts'
import { TextIndex } from '../meaning/text-index.ts'
import { countryBits } from './countries.ts'
import { interpretQuery } from './interpret-query.ts'
import { parseIntents } from './parse-intents.ts'
import { createVocabulary } from './vocabulary.ts'

const [drama, film, animation, korean] = [1, 2, 4, 32]
const facts: WorkFacts = {
  released_day: 0,
  is_completed: false,
  is_upcoming: false,
  has_captions: false,
  is_dubbed: false,
  last_episode: 1,
  seasons: 1,
  countries: 0,
}
const work = (
  id: number,
  name: string,
  more: Partial<Omit<Entry, 'facts'>> & { facts?: Partial<WorkFacts> } = {},
): Entry => ({
  kind: 'series',
  id,
  names: [name],
  popularity: 100 - id,
  categories: film,
  age: 0,
  is_free: false,
  year: 2000,
  works: [],
  ...more,
  facts: { ...facts, ...more.facts },
})
const person = (id: number, name: string, works: number[], roles: number[]): Entry => ({
  kind: 'person',
  id,
  names: [name],
  popularity: 10,
  categories: 0,
  age: 0,
  is_free: false,
  year: 0,
  works,
  roles,
})
const entries = [
  work(1, '해운대', { categories: film | korean, year: 2009, age: 1 }),
  work(2, '시네마 천국', { year: 1988, facts: { countries: countryBits(['이탈리아', '프랑스']) } }),
  work(3, '무료', { year: 2015 }),
  work(4, '1987', { categories: film | korean, year: 2017, age: 2 }),
  work(5, '도깨비', {
    categories: drama | korean,
    year: 2016,
    is_free: true,
    facts: { seasons: 2, last_episode: 16, released_day: 17_000 },
  }),
  work(6, '모래 위의 개', {
    categories: animation,
    year: 1996,
    is_free: true,
    facts: { has_captions: true, is_dubbed: true, released_day: 9_000 },
  }),
  work(7, '봄날의 끝', {
    categories: drama | korean,
    year: 1994,
    age: 3,
    facts: { is_completed: true, is_upcoming: true },
  }),
  work(8, '애니', { year: 1982 }),
  person(
    1,
    '봉준호',
    [1, 2, 5],
    [roleBits.director, roleBits.cast, roleBits.director | roleBits.writer],
  ),
  person(2, '김하은', [6], [roleBits.cast]),
]
const category = (id: number, name: string, place?: 'korean' | 'abroad') => ({
  id,
  name,
  is_korean: place === 'korean',
  is_abroad: place === 'abroad',
})
const vocabulary = createVocabulary([
  category(1, '드라마'),
  category(2, '영화'),
  category(3, '애니메이션'),
  category(4, '예능'),
  category(5, '해외', 'abroad'),
  category(6, '국내', 'korean'),
  category(7, '다큐멘터리'),
  category(8, '숏드라마'),
])
const index = new TitleIndex()
const builder = new SegmentBuilder()
for (const entry of entries) builder.add(entry)
index.reset(builder.finish())

function interpret(q: string, more: Partial<TitleQuery> = {}) {
  const query = { q, type: 'all', max_matches: 1_000, limit: 20, offset: 0, ...more } as const
  const { pinned, hits, intents } = interpretQuery(index, query, { vocabulary })
  const names = [...(pinned?.hits ?? []), ...hits.hits].map(
    ({ kind, id }) => entries.find((entry) => entry.kind === kind && entry.id === id)!.names[0],
  )
  const shown = intents.map(({ kind, value, is_applied }) =>
    `${is_applied ? '' : '!'}${kind} ${value}`.trim(),
  )
  return {
    names,
    count: hits.count,
    intents: shown,
    without: intents.map((intent) => intent.without),
  }
}

describe('filters and orders by the words of a query', () => {
  test.each([
    ['무료 드라마', ['도깨비'], ['free', 'category 1']],
    ['공짜 애니메이션', ['모래 위의 개'], ['free', 'category 3']],
    ['90년대 애니메이션', ['모래 위의 개'], ['years 1990-1999', 'category 3']],
    ['2016년 드라마', ['도깨비'], ['years 2016-2016', 'category 1']],
    ['한국 영화', ['해운대', '1987'], ['category 6', 'category 2']],
    ['최신한국드라마', ['도깨비', '봄날의 끝'], ['newest', 'category 6', 'category 1']],
    ['한드 다시보기', ['도깨비'], ['category 6', 'category 1', 'available']],
    ['이탈리아 영화 추천', ['시네마 천국'], ['country 이탈리아', 'category 2', 'popular']],
    ['19금 드라마', ['봄날의 끝'], ['age 19', 'category 1']],
    ['완결 드라마', ['봄날의 끝'], ['completed', 'category 1']],
    ['자막 애니메이션', ['모래 위의 개'], ['captions', 'category 3']],
    ['더빙 애니메이션', ['모래 위의 개'], ['dubbed', 'category 3']],
    ['한국어더빙 만화', ['모래 위의 개'], ['dubbed', 'category 3']],
    ['드라마 시즌 2', ['도깨비'], ['category 1', 'season 2']],
    ['드라마 16화', ['도깨비'], ['category 1', 'episode 16']],
  ])('%s', (q, names, intents) => {
    expect(interpret(q)).toMatchObject({ names, intents })
  })
})

describe('searches for the rest of a query', () => {
  test.each([
    ['도깨비 무료', '도깨비', ['free']],
    ['도깨비 2기 다시 보기', '도깨비', ['season 2', 'available']],
    ['시네마 천국 무료', '시네마 천국', ['!free']],
    ['해운대다시보기', '해운대', ['available']],
    ['모래 위의 개 더빙판', '모래 위의 개', ['dubbed']],
    ['해운대 더빙', '해운대', ['!dubbed']],
    ['해운대 1화 고화질', '해운대', ['episode 1', 'ignored']],
    ['해운대 최신 한국 영화', '해운대', ['newest', 'category 6', 'category 2']],
  ])('%s', (q, name, intents) => {
    const { names, intents: understood } = interpret(q)
    expect(names[0]).toBe(name)
    expect(understood).toEqual(intents)
  })
})

test('returns the works of a person in a role', () => {
  expect(interpret('봉준호 감독')).toMatchObject({
    names: ['해운대', '도깨비'],
    intents: ['director 봉준호'],
  })
  expect(interpret('배우 봉준호').names).toEqual(['시네마 천국'])
  expect(interpret('봉준호가 나오는 영화')).toMatchObject({
    names: ['시네마 천국'],
    intents: ['cast 봉준호', 'category 2'],
  })
  expect(interpret('봉준호 감독 드라마').names).toEqual(['도깨비'])
  expect(interpret('봉준호 감독 애니')).toMatchObject({
    names: ['해운대', '도깨비'],
    intents: ['director 봉준호', '!category 3'],
  })
  expect(interpret('김하은 나오는 애니').names).toEqual(['모래 위의 개'])
})

test('lists a work whose title is such a word first', () => {
  expect(interpret('무료')).toMatchObject({
    names: ['무료', '도깨비', '모래 위의 개'],
    intents: ['free'],
  })
  expect(interpret('1987').names[0]).toBe('1987')
  expect(interpret('애니').names).toEqual(['애니', '모래 위의 개'])
  expect(interpret('애니', { offset: 1, limit: 1 })).toMatchObject({
    names: ['모래 위의 개'],
    count: 2,
  })
  expect(interpret('해운대')).toMatchObject({ names: ['해운대'], intents: [] })
})

test('returns the query without the words of each intent', () => {
  expect(interpret('한드 다시보기').without).toEqual([
    '드라마 다시보기',
    '한국 다시보기',
    '한국드라마',
  ])
  expect(interpret('해운대 무료 영화').without).toEqual(['해운대 영화', '해운대 무료'])
})

test('keeps the filters that the visitor selected', () => {
  expect(interpret('무료 드라마', { category: 3 }).names).toEqual([])
  expect(interpret('무료', { category: 3 }).names).toContain('모래 위의 개')
})

test('lists nothing for a query that has no meaning', () => {
  expect(interpret('70년대 예능')).toMatchObject({
    names: [],
    intents: ['years 1970-1979', 'category 4'],
  })
  expect(interpret('고화질')).toMatchObject({ names: [], intents: [] })
  expect(interpret('감독').names).toEqual([])
  expect(interpret('\u200b').names).toEqual([])
})

test.each([
  ['해운대 다시보기', '해운대'],
  ['시네마천국무료보기', '시네마천국'],
  ['오징어 게임 시즌 2 결말', '오징어 게임'],
  ['하울의 움직이는 성 더빙판', '하울의 움직이는 성'],
  ['다시보기', ''],
  ['해운대 보기', '해운대'],
  ['자막 있는 영화', ''],
  ['좋은 친구들 다시보기', '좋은 친구들'],
  ['재미있는', '재미있는'],
  ['비 오는 날 보기 좋은', '비 오는 날 보기 좋은'],
  ['십 년 뒤 다시 만난', '십 년 뒤 다시 만난'],
  ['우주에 혼자 남은 남자', '우주에 혼자 남은 남자'],
])('the text of %s is %j', (q, text) => {
  expect(parseIntents(q, vocabulary).text).toBe(text)
})

test('matches the plan of an empty query with no name', () => {
  expect(
    index.search({ q: '!', type: 'all', max_matches: 5, limit: 5, offset: 0 }, planText('!')).count,
  ).toBe(0)
})

describe('descriptions and similar works', () => {
  const texts = new TextIndex()
  const put = (id: number, text: string) => texts.put({ id, fields: [{ text, weight: 1 }] })
  put(1, '바닷가 마을을 덮치는 거대한 파도')
  put(2, '바닷가 마을의 극장에서 자란 소년')
  put(7, '바닷가 마을에서 다시 만난 연인')
  const idsOf = (q: string, more: Partial<TitleQuery> = {}) => {
    const query = { q, type: 'all', max_matches: 1_000, limit: 20, offset: 0, ...more } as const
    const { pinned, hits } = interpretQuery(index, query, { vocabulary, texts })
    return [...(pinned?.hits ?? []), ...hits.hits].map(({ id }) => id)
  }

  test('lists works by their texts within the age limit', () => {
    expect(idsOf('바닷가 마을 사람들').toSorted()).toEqual([1, 2, 7])
    expect(idsOf('바닷가 마을 사람들', { max_age: 0 })).toEqual([2])
    expect(idsOf('바닷가 마을 사람들', { max_age: 0, offset: 1 })).toEqual([])
    expect(idsOf('바닷가 마을 드라마')).toEqual([7])
  })

  test('adds words of the same meaning to descriptions, not to a name', () => {
    const trains = new TitleIndex()
    const trainsBuilder = new SegmentBuilder()
    for (const entry of [work(50, '달 전차방'), work(51, '골목의 시계')]) trainsBuilder.add(entry)
    trains.reset(trainsBuilder.finish())
    const stories = new TextIndex()
    stories.put({ id: 51, fields: [{ text: '트램을 모는 기관사', weight: 1 }] })
    // A term that every work has is ignored.
    for (let id = 52; id < 60; id++) stories.put({ id, fields: [{ text: '동네 빵집', weight: 1 }] })
    const find = (q: string) => {
      const query = { q, type: 'all', max_matches: 1_000, limit: 20, offset: 0 } as const
      const { pinned, hits } = interpretQuery(trains, query, { vocabulary, texts: stories })
      return [...(pinned?.hits ?? []), ...hits.hits].map(({ id }) => id)
    }
    expect(find('전차')).toEqual([50])
    expect(find('전차를 모는 기관사')).toContain(51)
  })

  test('lists works that are similar to one within the age limit', () => {
    expect(idsOf('시네마 천국이랑 비슷한 작품').toSorted()).toEqual([1, 7])
    expect(idsOf('시네마 천국 같은 작품', { max_age: 1 })).toEqual([1])
    // A work above the limit is not found by its name either.
    expect(idsOf('봄날의 끝 같은 작품', { max_age: 0 })).not.toContain(1)
  })
})

describe('words for categories', () => {
  const words = createVocabulary([
    category(1, '스포츠'),
    category(2, '버라이어티'),
    category(3, '가족 영화 (특집)'),
    category(4, '우리 것', 'korean'),
    category(9, '키즈'),
  ])
  test.each([
    ['스포츠 무료', ['category 1', 'free']],
    // Another word for the category of this name.
    ['예능', ['category 2']],
    ['무료 가족  영화 (특집)', ['free', 'category 3']],
    ['가족영화(특집)', ['category 3']],
    ['한국 스포츠', ['category 4', 'category 1']],
    // A name comes before the rating that the word means elsewhere.
    ['키즈', ['category 9']],
    // No category has these names.
    ['드라마', []],
    ['미드 무료', ['free']],
    ['해외 무료', ['free']],
  ])('are the names on this site: %s', (q, intents) => {
    const meanings = parseIntents(q, words).intents
    expect(meanings.map(({ kind, value }) => `${kind} ${value}`.trim())).toEqual(intents)
  })
})
