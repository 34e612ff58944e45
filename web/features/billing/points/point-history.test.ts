import type { Episode } from '#contract/contents/contents.ts'
import { expect, test } from 'vitest'
import { transactionLabel } from './point-history.tsx'

const transaction = {
  changed_point: 1_000,
  is_event: false,
  is_topup: false,
  episode: null,
  payment_method: null,
} as const
const episode = { id: 1 } as Episode

test.each([
  ['top-up', { ...transaction, is_topup: true, payment_method: 'card' }, null],
  [
    'top-up bonus',
    { ...transaction, is_topup: true, is_event: true, payment_method: 'card' },
    '충전하며 함께 받음',
  ],
  ['purchase', { ...transaction, changed_point: -500, episode, payment_method: 'point' }, null],
  [
    'refund to points',
    { ...transaction, changed_point: 500, episode, payment_method: 'point' },
    '환불로 돌아옴',
  ],
  [
    'points of a refunded top-up',
    { ...transaction, changed_point: -500, payment_method: 'card' },
    '환불하며 거둠',
  ],
  ['expiry', { ...transaction, changed_point: -500, is_event: true }, null],
  ['grant', { ...transaction, is_event: true }, null],
] as const)('labels a transaction: %s', (_, details, label) =>
  expect(transactionLabel(details)).toBe(label),
)
