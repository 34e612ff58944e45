import { expect, it, describe } from 'vitest'
import { isAgeVerified, requireStaff, secondFactorValidUntil } from './access-rules.ts'
import type { Member, Session } from './request-context.ts'
import { ProblemError } from '#server/shared/problem-error.ts'

const now = new Date('2026-05-01T12:00:00.000Z')

it.each([
  [null, false],
  ['2026-05-01T12:00:00.000Z', false],
  ['2026-05-01T12:00:00.001Z', true],
])('an age verification until %s is valid: %s', (adult_verified_until, expected) => {
  expect(isAgeVerified({ adult_verified_until }, now)).toBe(expected)
})

const hour = 3_600_000
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
const staff = { is_staff: true } as Member
const viewer = { is_staff: false } as Member

it.each<[string, Pick<Session, 'second_factor_at'> | null, string | null]>([
  ['is null without a session', null, null],
  ['is null without a verification', { second_factor_at: null }, null],
  ['is twelve hours after the verification', { second_factor_at: ago(0) }, ago(-12 * hour)],
  ['is null twelve hours after the verification', { second_factor_at: ago(12 * hour) }, null],
  ['is set a millisecond before', { second_factor_at: ago(12 * hour - 1) }, ago(-1)],
])('secondFactorValidUntil %s', (_, session, expected) => {
  expect(secondFactorValidUntil(session, now)).toBe(expected)
})

describe('requireStaff', () => {
  type SessionInput = Pick<Session, 'member' | 'profile' | 'second_factor_at'> | null
  it.each<[string, SessionInput, string | undefined]>([
    ['rejects a guest', null, 'authentication_required'],
    [
      'rejects a session without a member',
      { member: null, profile: null, second_factor_at: ago(0) },
      'authentication_required',
    ],
    ['rejects a member', { member: viewer, profile: null, second_factor_at: ago(0) }, 'forbidden'],
    [
      'rejects staff without a second factor',
      { member: staff, profile: null, second_factor_at: null },
      'second_factor_required',
    ],
    [
      "rejects a children's profile of staff",
      {
        member: staff,
        profile: { id: 2, age_limit: '12', is_child: true },
        second_factor_at: ago(0),
      },
      'child_profile',
    ],
    [
      'accepts staff with a second factor',
      { member: staff, profile: null, second_factor_at: ago(0) },
      undefined,
    ],
  ])('%s', (_, session, code) => {
    let problem: unknown
    try {
      requireStaff(session, now)
    } catch (error) {
      problem = error
    }
    expect(problem instanceof ProblemError ? problem.code : problem).toBe(code)
  })
})
