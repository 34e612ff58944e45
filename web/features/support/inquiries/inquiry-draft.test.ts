import fc from '#test/runner/fast-check.ts'
import { expect, test } from 'vitest'
import { parseInquiryDraft, isEmpty } from './inquiry-draft.ts'

test('a saved draft is restored', () => {
  const draft = { subject_id: '3', title: '재생이 멈춰요', context: '2화에서\n멈춰요' }
  expect(parseInquiryDraft(JSON.stringify(draft))).toEqual(draft)
})

test.each([null, '', '{', 'null', '[]', '"text"', '{"title":"a"}', '{"title":1,"context":"b"}'])(
  'invalid drafts are ignored: %s',
  (text) => expect(parseInquiryDraft(text)).toBeNull(),
)

test('an invalid subject is dropped', () => {
  expect(parseInquiryDraft('{"subject_id":"1 or 2","title":"a","context":""}')?.subject_id).toBe('')
  expect(parseInquiryDraft('{"subject_id":7,"title":"a","context":""}')?.subject_id).toBe('')
})

test('a draft without text is empty, whatever subject is selected', () => {
  expect(isEmpty({ subject_id: '3', title: '', context: '' })).toBe(true)
  expect(isEmpty({ subject_id: '', title: '', context: ' ' })).toBe(false)
})

test('no stored text makes parsing throw', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.jsonValue().map((value) => JSON.stringify(value)),
  )
  fc.assert(
    fc.property(texts, (text) => {
      expect(() => parseInquiryDraft(text)).not.toThrow()
    }),
  )
})
