import { expect, test } from 'vitest'
import { parseReviewDraft } from './review-draft.ts'

test('a saved draft is restored', () => {
  const draft = { rating: 4.5, context: '첫 줄\n둘째 줄 ', is_spoiler: true }
  expect(parseReviewDraft(JSON.stringify(draft))).toEqual(draft)
  expect(parseReviewDraft(JSON.stringify({ ...draft, rating: null }))).toEqual({
    ...draft,
    rating: null,
  })
})

test('invalid drafts are ignored and invalid ratings dropped', () => {
  for (const stored of [null, 'x', [], {}, { context: 3, is_spoiler: false }, { context: 'x' }])
    expect(parseReviewDraft(JSON.stringify(stored))).toBe(null)
  expect([parseReviewDraft(null), parseReviewDraft('{')]).toEqual([null, null])
  for (const rating of [0, 0.3, 5.5, '4', Number.NaN])
    expect(
      parseReviewDraft(JSON.stringify({ rating, context: '', is_spoiler: false }))?.rating,
    ).toBe(null)
})
