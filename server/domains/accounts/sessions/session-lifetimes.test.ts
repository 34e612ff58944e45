import { describe, expect, it } from 'vitest'
import {
  extendedEnd,
  guestSessionEnds,
  isSeenDue,
  memberSessionEnd,
  seenAfter,
} from './session-lifetimes.ts'

const now = new Date('2026-05-31T12:00:00.000Z')
const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
const minute = 60_000
const day = 86_400_000

it('ends a session that was idle for 14 days', () => {
  expect(seenAfter(now)).toBe('2026-05-17T12:00:00.000Z')
})

it('ends the session of a member 30 days after it began', () => {
  expect(memberSessionEnd(now).toISOString()).toBe('2026-06-30T12:00:00.000Z')
})

it('updates the last use after more than five minutes', () => {
  expect(isSeenDue({ last_seen_at: before(5 * minute) }, now)).toBe(false)
  expect(isSeenDue({ last_seen_at: before(5 * minute + 1) }, now)).toBe(true)
})

describe('a guest session', () => {
  it('ends after 30 minutes for a passkey challenge, and its cookie after a day', () => {
    expect(guestSessionEnds('challenge', now)).toEqual({
      row: new Date('2026-05-31T12:30:00.000Z'),
      cookie: new Date('2026-06-01T12:00:00.000Z'),
    })
  })

  it('ends after a day for codes', () => {
    const ends = new Date('2026-06-01T12:00:00.000Z')
    expect(guestSessionEnds('verification', now)).toEqual({ row: ends, cookie: ends })
  })

  it('is extended to a day after its start when codes are sent for it', () => {
    const created_at = before(10 * minute)
    const session = { member_id: null, created_at, expires_at: before(-20 * minute) }
    const end = new Date(Date.parse(created_at) + day)
    expect(extendedEnd(session)).toEqual(end)
    const last = new Date(end.getTime() - 1).toISOString()
    expect(extendedEnd({ ...session, expires_at: last })).toEqual(end)
    expect(extendedEnd({ ...session, expires_at: end.toISOString() })).toBeNull()
  })

  it('is not extended if it belongs to a member', () => {
    const session = { member_id: 1, created_at: before(0), expires_at: before(-minute) }
    expect(extendedEnd(session)).toBeNull()
  })
})
