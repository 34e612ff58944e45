import { expect, test } from 'vitest'
import { findHighlights, searchTerms } from './highlight-matches.ts'

test.each([
  ['환불', ['환불']],
  ['환불은 언제 되나요?', ['환불', '언제', '되나요']],
  ['자동결제를 해지하려면', ['자동결제', '해지']],
  ['비밀번호가 안돼', ['비밀번호', '안돼']],
  // Removing the particle would leave one syllable, so it stays.
  ['회의', ['회의']],
  ['PDF에서 JPG로', ['pdf', 'jpg']],
  ['환불 환불을', ['환불']],
  ['환불'.normalize('NFD'), ['환불']],
  [' ? ! ', []],
])('%s is sought as %j', (q, words) => {
  expect(searchTerms(q)).toEqual(words)
})

const marked = (text: string, q: string) => {
  let shown = ''
  let at = 0
  for (const { start, end } of findHighlights(text, searchTerms(q))) {
    shown += `${text.slice(at, start)}[${text.slice(start, end)}]`
    at = end
  }
  return shown + text.slice(at)
}

test.each([
  ['환불을 받고 싶어요', '환불', '[환불]을 받고 싶어요'],
  ['자동 결제를 끄고 싶어요', '자동결제', '[자동 결제]를 끄고 싶어요'],
  ['자동결제', '자동 결제', '[자동결제]'],
  ['PDF와 Pdf', 'pdf', '[PDF]와 [Pdf]'],
  ['👍 환불 👍환불', '환불', '👍 [환불] 👍[환불]'],
  ['가족 👨‍👩‍👧', '👨‍👩‍👧', '가족 [👨‍👩‍👧]'],
  ['아무것도', '환불', '아무것도'],
  ['İ환불', '환불', 'İ[환불]'],
  ['a\nb', 'ab', '[a\nb]'],
])('highlights in %j the matches of %j as %j', (text, q, shown) => {
  expect(marked(text, q)).toBe(shown)
})
