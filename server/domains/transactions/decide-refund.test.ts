import { expect, test } from 'vitest'
import { type Charged, decideRefund } from './decide-refund.ts'

const paid_at = '2027-03-01T00:00:00.000Z'
const later = (days: number, ms = 0) => new Date(Date.parse(paid_at) + days * 86_400_000 + ms)
const charged: Charged = {
  status: 'active',
  played_at: null,
  ...{ amount: 10_900, cancelled_amount: 0, paid_at, is_refunding: false, before: null },
}

test.each<[string, Partial<Charged>, Date, string | null]>([
  ['at once', {}, later(0), null],
  ['in the last millisecond', {}, later(7, -1), null],
  ['after seven days', {}, later(7), 'too_late'],
  ['after something was played', { played_at: paid_at }, later(1), 'already_watched'],
  ['a second time', { cancelled_amount: 10_900, status: 'ended' }, later(1), 'already_refunded'],
  ['while it is under way', { is_refunding: true, status: 'ended' }, later(1), 'already_refunded'],
  ['after it ended', { status: 'ended' }, later(1), 'too_late'],
  ['while the next charge is owed', { status: 'past_due' }, later(31), 'too_late'],
])('%s', (_name, more, now, obstacle) => {
  const answer = decideRefund({ ...charged, ...more, kind: 'subscription' }, now)
  expect(answer).toMatchObject({
    obstacle,
    can: obstacle === null,
    won: obstacle === null ? 10_900 : 0,
    until: later(7).toISOString(),
  })
})
