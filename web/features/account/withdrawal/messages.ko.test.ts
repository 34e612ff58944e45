import { expect, test } from 'vitest'
import { withdrawalMessages } from './messages.ko.ts'

test.each([
  [8_800, null, '유료 포인트 8,800P는 충전한 카드로 먼저 환불해 드려요. 충전할 때 함께 받은'],
  [8_800, 8_800, '유료 포인트 8,800P는 충전한 카드로 먼저 환불해 드려요.'],
  [8_800, 8_500, '이미 쓴 이벤트 포인트 300P를 빼고, 8,500원을 충전한 카드로'],
  [200, 0, '유료 포인트 200P는 이미 쓴 이벤트 포인트를 빼면 돌려받을 금액이 없어 사라져요.'],
  [0, 300, '300원을 충전한 카드로 먼저 환불해 드려요.'],
])('describes %i paid points with a refund of %s won', (paid, refund, expected) => {
  expect(withdrawalMessages.consequences.points_paid(paid, refund)).toContain(expected)
})

test('omits the amount of a plan refund that may be larger', () => {
  const { refunds } = withdrawalMessages.success
  expect(refunds({ points: 8_500, plan: 0, isMinimum: false })).toContain('남은 포인트 8,500원을')
  expect(refunds({ points: 0, plan: 10_900, isMinimum: false })).toMatch(/^이용권 결제 10,900원을/)
  expect(refunds({ points: 8_500, plan: 6_000, isMinimum: true })).toMatch(
    /^남은 포인트 8,500원과 이용권 결제 금액을/,
  )
})
