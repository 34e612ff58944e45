import type { ProblemCode } from '#contract/core/problem-codes.ts'
import { hasStaffAccess, studioAccess, type StaffRole } from '#contract/core/staff-roles.ts'

/** A change of a role, with the roles of both members as stored. Null: no member of staff. */
export type RoleChange = {
  actor: { id: number; role: StaffRole | null }
  target: { id: number; role: StaffRole | null }
  /** The role of the target that the actor last read. */
  from_role: StaffRole
}

/**
 * Decides whether the actor may change the role of the target (decisions/0046-staff-roles).
 * @returns the problem, or null if permitted.
 */
export function roleChangeProblem({ actor, target, from_role }: RoleChange): ProblemCode | null {
  if (!hasStaffAccess(studioAccess.staff, actor.role)) return 'staff_role_required'
  if (target.role === null) return 'not_found'
  if (target.id === actor.id) return 'own_role'
  return target.role === from_role ? null : 'conflict'
}
