import fc from '#test/runner/fast-check.ts'
import { expect, test } from 'vitest'
import { decideRenewal, type RenewalInput, nextRetryAt } from './renewal-policy.ts'

const end = '2027-03-31T00:00:00.000Z'
const days = (count: number, ms = 0) => new Date(Date.parse(end) + count * 86_400_000 + ms)
const iso = (at: Date) => at.toISOString()

const active: RenewalInput = {
  status: 'active',
  auto_renew: true,
  period_end: end,
  access_until: iso(days(3)),
  first_failed_at: null,
  last_failed_at: null,
}
const failed = (last: Date, since = days(0)): RenewalInput => ({
  ...active,
  status: 'past_due',
  first_failed_at: iso(since),
  last_failed_at: iso(last),
})

type Case = [string, RenewalInput, Date, ReturnType<typeof decideRenewal>]
const notRenewing = { auto_renew: false }
const wait = (until: Date) => ({ kind: 'wait', until }) as const
const [charge, endAction, nothing] = [
  { kind: 'charge' },
  { kind: 'end' },
  { kind: 'none' },
] as const

const cases: Case[] = [
  ['is running', active, days(-10), wait(days(0))],
  ['is running, not renewed', { ...active, ...notRenewing }, days(-10), wait(days(0))],
  ['a millisecond before its end', active, days(0, -1), wait(days(0))],
  ['at its end', active, days(0), charge],
  ['at its end, not renewed', { ...active, ...notRenewing }, days(0), endAction],
  ['long after its end, never tried', active, days(40), charge],
  ['failed today', failed(days(0)), days(0, 60_000), wait(days(1))],
  ['failed, day 1', failed(days(0)), days(1), charge],
  ['failed twice, day 1', failed(days(1)), days(1, 1), wait(days(3))],
  ['failed three times', failed(days(3)), days(4), wait(days(5))],
  ['failed four times', failed(days(5)), days(5, 1), wait(days(7))],
  ['failed four times, day 7', failed(days(5)), days(7), charge],
  ['failed five times', failed(days(7)), days(7, 1), endAction],
  ['no worker ran from day 0 to 6', failed(days(0)), days(6), charge],
  ['tried on day 6: next on day 7, once', failed(days(6)), days(6, 1), wait(days(7))],
  ['tried by hand on day 2', failed(days(2)), days(2, 1), wait(days(3))],
  [
    'failed, then not renewed: keeps access for the 3 days',
    { ...failed(days(0)), ...notRenewing },
    days(2),
    wait(days(3)),
  ],
  ['failed, not renewed, day 3', { ...failed(days(0)), ...notRenewing }, days(3), endAction],
  ['failed on day 3, then not renewed', { ...failed(days(3)), ...notRenewing }, days(4), endAction],
  ['ended', { ...active, status: 'ended' }, days(99), nothing],
]

test.each(cases)('%s', (_name, subscription, now, expected) => {
  expect(decideRenewal(subscription, now)).toEqual(expected)
})

test('makes at most five attempts and always ends, however late the attempts are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 * 86_400_000 }), { maxLength: 8 }),
      (delays) => {
        let subscription: RenewalInput = active
        let now = days(0, delays[0] ?? 0)
        const since = now
        let attempts = 0
        const charges: { previous: string | null; at: string; retry_at: Date | null }[] = []
        for (;;) {
          const next = decideRenewal(subscription, now)
          if (next.kind === 'end') break
          if (next.kind === 'charge') {
            attempts += 1
            const previous = subscription.last_failed_at
            subscription = failed(now, since)
            charges.push({ previous, at: iso(now), retry_at: nextRetryAt(subscription) })
          }
          if (next.kind === 'wait') now = new Date(next.until.getTime() + (delays[attempts] ?? 0))
        }
        for (const { previous, at, retry_at } of charges) {
          expect(previous === null || at > previous).toBe(true)
          expect(retry_at === null || iso(retry_at) > at).toBe(true)
        }
        expect(attempts).toBeGreaterThanOrEqual(1)
        expect(attempts).toBeLessThanOrEqual(5)
      },
    ),
  )
})

test('never charges without auto-renewal', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('active' as const, 'past_due' as const),
      fc.integer({ min: -40, max: 40 }),
      fc.integer({ min: 0, max: 7 }),
      (status, day, last) => {
        const subscription = {
          ...(status === 'active' ? active : failed(days(last))),
          ...notRenewing,
        }
        expect(decideRenewal(subscription, days(day)).kind).not.toBe('charge')
      },
    ),
  )
})
