import { expect, test } from 'vitest'
import { draftFrom } from './review-draft.ts'
import { letterCount } from './review-form.tsx'

test('a draft comes back as it was kept', () => {
  const draft = { rating: 4.5, context: '첫 줄\n둘째 줄 ', is_spoiler: true }
  expect(draftFrom(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  expect(draftFrom({ ...draft, rating: null })).toEqual({ ...draft, rating: null })
})

test('what is no draft is none; a rating nobody can give is not given', () => {
  for (const kept of [null, 'x', [], {}, { context: 3, is_spoiler: false }, { context: 'x' }])
    expect(draftFrom(kept)).toBe(null)
  for (const rating of [0, 0.3, 5.5, '4', Number.NaN])
    expect(draftFrom({ rating, context: '', is_spoiler: false })?.rating).toBe(null)
})

test('letters are counted as the server counts them', () => {
  expect(letterCount('가나다\n')).toBe(4)
  expect(letterCount('😀😀')).toBe(2)
})
