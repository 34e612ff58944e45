import type { Episode } from '#contract/contents/contents.ts'
import { expect, test } from 'vitest'
import { transactionLabel } from './point-history.tsx'

const move = {
  ...{ changed_point: 1_000, is_event: false, is_topup: false },
  ...{ episode: null, payment_method: null },
} as const
const episode = { id: 1 } as Episode

test.each([
  ['topped up', { ...move, is_topup: true, payment_method: 'card' }, null],
  [
    'came along',
    { ...move, is_topup: true, is_event: true, payment_method: 'card' },
    '충전하며 함께 받음',
  ],
  ['bought', { ...move, changed_point: -500, episode, payment_method: 'point' }, null],
  ['paid back', { ...move, changed_point: 500, episode, payment_method: 'point' }, '환불로 돌아옴'],
  ['taken back', { ...move, changed_point: -500, payment_method: 'card' }, '환불하며 거둠'],
  ['lapsed', { ...move, changed_point: -500, is_event: true }, null],
  ['given', { ...move, is_event: true }, null],
] as const)('%s', (_, given, note) => expect(transactionLabel(given)).toBe(note))
