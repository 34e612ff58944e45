import { staffRoles } from '#contract/core/staff-roles.ts'
import { describe, expect, it } from 'vitest'
import { roleChangeProblem } from './staff-role-policy.ts'

const owner = { id: 1, role: 'owner' } as const
const editor = { id: 2, role: 'editor' } as const

describe('a change of a role', () => {
  it('is permitted to an owner', () => {
    expect(roleChangeProblem({ actor: owner, target: editor, from_role: 'editor' })).toBeNull()
    const target = { id: 2, role: 'owner' } as const
    expect(roleChangeProblem({ actor: owner, target, from_role: 'owner' })).toBeNull()
  })

  it.each([...staffRoles.filter((role) => role !== 'owner'), null])('is refused to %s', (role) => {
    const actor = { id: 1, role }
    expect(roleChangeProblem({ actor, target: editor, from_role: 'editor' })).toBe(
      'staff_role_required',
    )
  })

  it('is refused for the own role', () => {
    expect(roleChangeProblem({ actor: owner, target: owner, from_role: 'owner' })).toBe('own_role')
  })

  it('does not find a member who is not staff', () => {
    const target = { id: 3, role: null }
    expect(roleChangeProblem({ actor: owner, target, from_role: 'editor' })).toBe('not_found')
  })

  it('conflicts if the role has changed since it was read', () => {
    expect(roleChangeProblem({ actor: owner, target: editor, from_role: 'support' })).toBe(
      'conflict',
    )
  })
})
