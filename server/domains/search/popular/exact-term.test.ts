import type { SearchIntent, SearchResult } from '#contract/search/search.ts'
import { expect, test } from 'vitest'
import { exactTerm } from './exact-term.ts'

const series = (title: string, title_original: string | null = null) =>
  ({ type: 'series', series: { title, title_original } }) as SearchResult
const person = (name: string) =>
  ({ type: 'person', person: { name, name_original: null } }) as SearchResult
const intent = (text: string, fields: Partial<SearchIntent> = {}) =>
  ({ kind: 'category', text, is_applied: true, ...fields }) as SearchIntent

test.each<[string, SearchResult[], SearchIntent[], string | null]>([
  ['달 세탁소', [series('달 세탁소')], [], '달 세탁소'],
  ['달세탁소!', [series('달 세탁소')], [], '달 세탁소'],
  ['달세탁소 💰▶▶☎', [series('달 세탁소')], [], '달 세탁소'],
  ['달̷̛̮세̶탁소', [series('달 세탁소')], [], '달 세탁소'],
  ['달세탁소', [series('달 세탁소'), series('달세탁소')], [], '달세탁소'],
  ['☎☎', [series('♥')], [], null],
  ['드라마 ▶▶☎', [series('먼 등대')], [intent('드라마')], null],
  ['squid game', [series('오징어 게임', 'Squid Game')], [], 'squid game'],
  ['윤소빈', [series('달 세탁소'), person('윤소빈')], [], '윤소빈'],
  ['무료 토토 사이트 세탁소', [series('달 세탁소')], [], null],
  ['무료 토토 사이트 세탁소', [series('달 세탁소')], [intent('무료', { kind: 'free' })], null],
  [
    '2025년 드라마',
    [series('먼 등대')],
    [intent('2025년', { kind: 'years' }), intent('드라마')],
    '2025년 드라마',
  ],
  ['드라마', [series('먼 등대')], [intent('드라마', { is_applied: false })], null],
  ['추천', [series('먼 등대')], [intent('추천', { kind: 'ignored' })], null],
  ['달', [series('달 세탁소')], [], null],
  ['', [], [], null],
])('%s', (term, results, intents, expected) => {
  expect(exactTerm(term, { results, intents })).toBe(expected)
})
