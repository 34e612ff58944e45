import fc from '#test/runner/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { toKeystrokes } from './keystrokes.ts'
import { highlightRanges } from '../worker/response-writer.ts'
import { interpretQuery } from '../intents/interpret-query.ts'
import { createVocabulary } from '../intents/vocabulary.ts'
import { planQuery } from './query-plan.ts'
import { TitleIndex } from './title-index.ts'
import type { TitleQuery } from './title-search.ts'
import { type Entry, SegmentBuilder } from './index-segment.ts'

const entry = (id: number, names: string[], more: Partial<Entry> = {}): Entry => ({
  kind: 'series',
  id,
  names,
  popularity: 0,
  categories: 0,
  age: 0,
  is_free: false,
  year: 0,
  works: [],
  ...more,
})

const initials = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const initialsOf = (text: string) =>
  text.replace(/[가-힣]/g, (letter) => initials[Math.floor((letter.charCodeAt(0) - 0xac00) / 588)]!)

const lax: Record<string, string> = { ㄲ: 'ㄱ', ㄸ: 'ㄷ', ㅃ: 'ㅂ', ㅆ: 'ㅅ', ㅉ: 'ㅈ' }

const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code))
const koreanWord = fc.string({ unit: syllable, minLength: 1, maxLength: 6 })
const latinWord = fc.stringMatching(/^[A-Za-zÀ-ÿ]{1,9}$/)
const word = fc.oneof(
  { weight: 4, arbitrary: koreanWord },
  latinWord,
  fc.stringMatching(/^\d{1,4}$/),
)
const title = fc
  .array(word, { minLength: 1, maxLength: 5 })
  .map((words) => words.join(' ').normalize('NFC'))
const titles = fc.uniqueArray(title, {
  minLength: 1,
  maxLength: 300,
  selector: (text) => toKeystrokes(text).codes.join(),
})

function indexOf(names: readonly string[]): TitleIndex {
  const builder = new SegmentBuilder()
  for (const [at, name] of names.entries()) builder.add(entry(at + 1, [name]))
  const index = new TitleIndex()
  index.reset(builder.finish())
  return index
}

const makeQuery = (q: string, more: Partial<TitleQuery> = {}): TitleQuery => ({
  q,
  type: 'all',
  max_matches: 1_000,
  limit: 100,
  offset: 0,
  ...more,
})
const idsOf = (index: TitleIndex, q: string, more: Partial<TitleQuery> = {}) =>
  index.search(makeQuery(q, more)).hits.map(({ id }) => id)

describe('finds a title', () => {
  const testFound = (name: string, change: (title: string) => string, first: boolean) =>
    test(name, () => {
      fc.assert(
        fc.property(titles, fc.nat(), (names, pick) => {
          const at = pick % names.length
          const q = change(names[at]!)
          const ids = idsOf(indexOf(names), q)
          expect(first ? ids.slice(0, 1) : ids).toContain(at + 1)
        }),
        { numRuns: 60 },
      )
    })
  testFound('by itself', (title) => title, true)
  testFound('without its gaps', (title) => title.replaceAll(' ', ''), true)
  testFound('with more of them', (title) => Array.from(title).join(' '), true)
  testFound('decomposed', (title) => title.normalize('NFD'), true)
  testFound('in capitals', (title) => title.toUpperCase(), true)
  testFound('by its initials', initialsOf, false)
  testFound(
    'by its initials without shift',
    (title) => initialsOf(title).replace(/[ㄲㄸㅃㅆㅉ]/g, (tense) => lax[tense]!),
    false,
  )
  testFound(
    'by its beginning',
    (title) => title.slice(0, Math.ceil(title.length / 2)).trim(),
    false,
  )
})

test('finds a title with any single typo', () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
  const long = fc.stringMatching(/^[a-z]{5,12}$/)
  fc.assert(
    fc.property(
      long,
      fc.nat(),
      letter,
      fc.integer({ min: 0, max: 3 }),
      (name, position, insertedLetter, kind) => {
        const at = position % name.length
        const removed = [0, 1, 1, 2][kind]!
        const inserted = [
          insertedLetter,
          '',
          insertedLetter,
          name
            .slice(at, at + 2)
            .split('')
            .toReversed()
            .join(''),
        ][kind]!
        const q = name.slice(0, at) + inserted + name.slice(at + removed)
        expect(idsOf(indexOf([name]), q)).toEqual([1])
      },
    ),
  )
})

test('finds all highlighted names in an index with n-grams', () => {
  const name = fc.string({
    unit: fc.constantFrom(...'가각나난다이오 ab1'),
    minLength: 1,
    maxLength: 9,
  })
  const fits = name.filter((text) => toKeystrokes(text).codes.length > 0).map((text) => text.trim())
  fc.assert(
    fc.property(fc.array(fits, { minLength: 260, maxLength: 320 }), name, (names, q) => {
      fc.pre(q.trim() !== '')
      const many = indexOf(names)
      const exact = planQuery(toKeystrokes(q))
      const expected = names.filter((text) => highlightRanges(exact, text, 0).length > 0).length
      const { count } = many.search(makeQuery(q))
      expect(count).toBeGreaterThanOrEqual(expected)
    }),
    { numRuns: 30 },
  )
})

test('answers any text', () => {
  const index = indexOf(Array.from({ length: 400 }, (_, at) => `이 ${at} 가나다 오징어 게임 Squid`))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }), (q) => {
      const { count, hits } = index.search(makeQuery(q, { limit: 5 }))
      expect(hits.length).toBeLessThanOrEqual(Math.min(5, count))
    }),
    { numRuns: 500 },
  )
})

test('returns highlights within the text for any query', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 })
  fc.assert(
    fc.property(text, text, fc.constantFrom(0, 19, 26, 28, 35), (name, q, rank) => {
      const title = name.normalize('NFC')
      const ranges = highlightRanges(planQuery(toKeystrokes(q)), title, rank)
      const isInside = ({ start, end }: (typeof ranges)[number]) =>
        start < end && end <= title.length
      expect(ranges.every(isInside)).toBe(true)
    }),
  )
})

test('returns the same results after edits as after a rebuild', () => {
  const edit = fc.record({ id: fc.integer({ min: 1, max: 40 }), name: fc.option(koreanWord) })
  fc.assert(
    fc.property(fc.array(fc.array(edit, { maxLength: 8 }), { maxLength: 30 }), (rounds) => {
      const followed = new TitleIndex()
      const current = new Map<number, string>()
      for (const edits of rounds) {
        const last = new Map(edits.map(({ id, name }) => [id, name]))
        const entries = [...last].flatMap(([id, name]) =>
          name === null ? [] : [entry(id, [name])],
        )
        const removed = [...last].flatMap(([id, name]) =>
          name === null ? [{ kind: 'series' as const, id }] : [],
        )
        followed.change(entries, removed)
        for (const [id, name] of last) {
          if (name === null) current.delete(id)
          else current.set(id, name)
        }
      }
      expect(followed.size).toBe(current.size)
      for (const [id, name] of current) expect(idsOf(followed, name)).toContain(id)
      const builder = new SegmentBuilder()
      for (const [id, name] of current) builder.add(entry(id, [name]))
      const built = new TitleIndex()
      built.reset(builder.finish())
      for (const name of new Set(current.values()))
        expect(idsOf(followed, name)).toEqual(idsOf(built, name))
    }),
    { numRuns: 60 },
  )
})

test('returns consistent pages', () => {
  const index = indexOf(Array.from({ length: 300 }, (_, at) => `바다 ${at}`))
  const whole = idsOf(index, '바다')
  const pages = [0, 30, 60, 90].flatMap((offset) => idsOf(index, '바다', { limit: 30, offset }))
  expect(pages.slice(0, 100)).toEqual(whole)
  expect(index.search(makeQuery('바다')).count).toBe(300)
})

test('finds people with visible works only, and works by their people', () => {
  const index = new TitleIndex()
  const person = (id: number, name: string, works: number[]) =>
    entry(id, [name], { kind: 'person', works })
  index.change(
    [entry(1, ['첫 작품'], { popularity: 1 }), entry(2, ['둘째'], { popularity: 5 })],
    [],
  )
  index.change([person(1, '문소라', [1, 2, 3]), person(2, '문숨김', [3])], [])
  expect(index.search(makeQuery('문소라')).hits).toMatchObject([
    { kind: 'person', id: 1, works: [2, 1] },
  ])
  expect(index.search(makeQuery('문숨김'))).toMatchObject({ count: 0 })
  index.change([], [{ kind: 'series', id: 2 }])
  expect(index.search(makeQuery('문소라')).hits).toMatchObject([{ works: [1] }])
  index.change([entry(3, ['셋째'])], [])
  expect(index.search(makeQuery('문숨김')).hits).toMatchObject([{ works: [3] }])
  expect(index.search(makeQuery('문소라', { type: 'series' })).hits.map(({ id }) => id)).toEqual([
    1, 3,
  ])
})

test('breaks ties by the current popularity', () => {
  const index = new TitleIndex()
  index.change(
    [entry(1, ['큰 바다'], { popularity: 9 }), entry(2, ['먼 바다'], { popularity: 5 })],
    [],
  )
  expect(idsOf(index, '바다')).toEqual([1, 2])
  index.setPopularity(2, 10)
  expect(idsOf(index, '바다')).toEqual([2, 1])
})

describe('of works with Korean titles', () => {
  const titles = ['스타워즈', '시네마 천국', '해운대', '결말 없는 남자', '천국의 영화', '밤']
  const index = indexOf(titles)
  const interpret = (q: string) => {
    const { hits } = interpretQuery(index, makeQuery(q), { vocabulary: createVocabulary([]) })
    return hits.hits[0] && titles[hits.hits[0].id - 1]
  }

  test.each([
    ['스타즈워', '스타워즈'],
    ['시네마 천국국', '시네마 천국'],
    ['시시네마 천국', '시네마 천국'],
    ['sinema cheonguk', '시네마 천국'],
    ['cinemachunkuk', '시네마 천국'],
    ['haeundai', '해운대'],
    ['bam', '밤'],
    ['시네 천국', '시네마 천국'],
    ['스타즈', '스타워즈'],
    ['해대', '해운대'],
  ])('finds %s as %s', (q, title) => expect(interpret(q)).toBe(title))

  test.each([
    ['시네마 천국 다시보기', '시네마 천국'],
    ['무료 시네마천국 1화 자막', '시네마 천국'],
    ['스타워즈 시즌 2 더빙', '스타워즈'],
    ['해운대다시보기', '해운대'],
    ['스타즈워 결말', '스타워즈'],
  ])('finds %s as %s without the words that are no title', (q, title) =>
    expect(interpret(q)).toBe(title),
  )

  test.each([
    ['결말 없는 남자', '결말 없는 남자'],
    ['천국의 영화', '천국의 영화'],
  ])('keeps such words in %s, which is a title', (q, title) => expect(interpret(q)).toBe(title))

  test.each(['무료 다시보기', '바다거북 영화'])('finds nothing for %s', (q) => {
    expect(interpret(q)).toBeUndefined()
  })
})
