import type { RefundEligibility } from '#contract/transactions/payment-schemas.ts'
import { expect, test } from 'vitest'
import { paymentSummary, rentalSummary, rentalDetails } from './messages.ko.ts'
import { refundMessages, refundResultMessage } from './messages.ko.ts'

const refundable: RefundEligibility = {
  is_refundable: true,
  ineligibility_reason: null,
  amount: 0,
  event_point: 0,
  paid_point: 0,
  expired_event_point: 0,
  bonus_deduction: 0,
  refundable_until: null,
  reverts_to_plan: null,
}
const started: RefundEligibility = {
  ...refundable,
  is_refundable: false,
  ineligibility_reason: 'already_watched',
}
const now = Date.parse('2026-11-21T03:00:00Z')

test.each([
  [{ expires_at: null, playback_hours: null, refundable }, '기간 제한 없이 볼 수 있어요', null],
  [
    { expires_at: '2026-12-21T03:00:00Z', playback_hours: 48, refundable },
    '12월 21일 12:00까지 보기 시작할 수 있고, 시작하면 48시간 동안 볼 수 있어요',
    '12월 21일까지 시작',
  ],
  [
    { expires_at: '2026-11-23T02:59:00Z', playback_hours: 48, refundable: started },
    '11월 23일 11:59까지 볼 수 있어요 · 47시간 남음',
    '47시간 남음',
  ],
  [
    { expires_at: '2026-11-21T03:00:20Z', playback_hours: 48, refundable: started },
    '11월 21일 12:00까지 볼 수 있어요 · 1분 남음',
    '1분 남음',
  ],
  [
    { expires_at: '2026-11-21T03:00:00Z', playback_hours: 48, refundable: started },
    '대여가 끝났어요',
    '대여가 끝났어요',
  ],
])('describes the rental period of %o', (purchase, details, summary) => {
  expect(rentalDetails(purchase, now)).toBe(details)
  expect(rentalSummary(purchase, now)).toBe(summary)
})

test('summarizes a payment by its method', () => {
  const paid = { price: 1_500, event_point: 0, paid_point: 0 }
  expect(paymentSummary({ ...paid, payment_method: 'card' })).toBe('카드 1,500원')
  const points = { ...paid, payment_method: 'point' as const }
  expect(paymentSummary({ ...points, event_point: 300, paid_point: 1_200 })).toBe(
    '이벤트 300P + 유료 1,200P',
  )
  expect(paymentSummary({ ...points, paid_point: 1_500 })).toBe('유료 1,500P')
})

test('describes a refund before and after the request', () => {
  const refund = {
    id: 1,
    kind: 'episode' as const,
    title: '',
    order_id: 'abcdef',
    reason: 'requested' as const,
    amount: 0,
    event_point: 300,
    paid_point: 1_200,
    requested_at: '',
    succeeded_at: null,
  }
  expect(refundMessages.confirm({ ...refundable, amount: 9_900 })).toBe('9,900원 환불받기')
  expect(refundMessages.confirm({ ...refundable, ...refund })).toBe('1,500P 환불받기')
  expect(refundResultMessage({ ...refund, status: 'succeeded' })).toBe(
    '이벤트 300P + 유료 1,200P를 돌려받았어요',
  )
  expect(refundResultMessage({ ...refund, amount: 9_900, status: 'succeeded' })).toBe(
    '9,900원을 결제한 카드로 환불했어요',
  )
  expect(refundResultMessage({ ...refund, status: 'pending' })).toContain('접수했어요')
  expect(refundResultMessage({ ...refund, status: 'failed' })).toContain('환불하지 못했어요')
})
