import { expect, test } from 'vitest'
import { parseAnsweredInquiryId } from './use-inquiries.ts'

test('only messages about answered inquiries are recognized', () => {
  expect(parseAnsweredInquiryId('{"type":"inquiry_answered","inquiry_id":7}')).toBe(7)
  for (const other of [
    '{"type":"progress","episode_id":1,"progress":2,"is_completed":false}',
    '{"type":"saved","episode_id":1,"progress":2}',
    '{"type":"inquiry_answered"}',
    '{"type":"something of a later version"}',
    'no json',
    '',
  ])
    expect(parseAnsweredInquiryId(other)).toBeNull()
})
