import { expect, it, describe } from 'vitest'
import { staffRoles, studioAccess, type StaffRole } from '#contract/core/staff-roles.ts'
import {
  canActAsStaff,
  isAgeVerified,
  requireStaff,
  secondFactorValidUntil,
} from './access-rules.ts'
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
const staff = { is_staff: true, staff_role: 'editor' } as Member
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
    expect(refusalOf(() => requireStaff(session, now))).toBe(code)
  })
})

/** @returns the code of the problem that `check` throws, undefined if it throws none. */
function refusalOf(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof ProblemError) return error.code
    throw error
  }
}

describe('the access of a call', () => {
  const sessionOf = (staff_role: StaffRole | null, second_factor_at: string | null = ago(0)) => ({
    member: { ...staff, staff_role },
    profile: null,
    second_factor_at,
  })

  it.each(staffRoles)('decides about the role %s', (role) => {
    for (const access of Object.values(studioAccess)) {
      const isPermitted = (access.staff as readonly StaffRole[]).includes(role)
      const refusal = refusalOf(() => requireStaff(sessionOf(role), now, access))
      expect(refusal).toBe(isPermitted ? undefined : 'staff_role_required')
      expect(canActAsStaff(sessionOf(role), now, access)).toBe(isPermitted)
    }
  })

  it('names the roles that have it', () => {
    expect(() => requireStaff(sessionOf('analyst'), now, studioAccess.money)).toThrow(
      expect.objectContaining({ roles: ['finance', 'owner'] }),
    )
  })

  it('requires the second factor before the role', () => {
    const check = () => requireStaff(sessionOf('analyst', null), now, studioAccess.money)
    expect(check).toThrow(new ProblemError('second_factor_required'))
    expect(canActAsStaff(sessionOf('owner', null), now, studioAccess.money)).toBe(false)
  })

  it('is not given to a children’s profile', () => {
    const profile = { id: 2, age_limit: '12', is_child: true } as const
    const session = { ...sessionOf('owner'), profile }
    const code = 'child_profile'
    expect(() => requireStaff(session, now, studioAccess.support)).toThrow(
      expect.objectContaining({ code }),
    )
    expect(canActAsStaff(session, now, studioAccess.support)).toBe(false)
  })

  it('is not given to a member without a role', () => {
    expect(canActAsStaff(null, now, studioAccess.support)).toBe(false)
    expect(canActAsStaff(sessionOf(null), now, studioAccess.support)).toBe(false)
  })
})
