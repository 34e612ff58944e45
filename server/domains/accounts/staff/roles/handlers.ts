import type { endpoints } from '#contract/index.ts'
import { maskEmail } from '#contract/core/masking.ts'
import type { StaffMember } from '#contract/accounts/staff/roles.ts'
import type { Handlers } from '#server/api/handler.ts'
import { requireMemberId } from '#server/api/access-rules.ts'
import type { Db } from '#server/db/client.ts'
import { changeStaffRole } from './staff-roles.ts'
import { readStaff } from './staff-queries.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { recordAuditEntry } from '#server/domains/studio/index.ts'

export function studioStaffHandlers(): Handlers<typeof endpoints.studio_staff> {
  return {
    listStaffMembers: ({ db }) => readMembers(db),

    async setRole(call) {
      const { id } = call.params
      const { role, from_role, reason } = call.body
      return call.transact(async (tx) => {
        const change = { actor_id: requireMemberId(call.member), id, role, from_role }
        await changeStaffRole(tx, change)
        const member =
          (await readMembers(tx)).find((staff) => staff.id === id) ?? throwProblem('not_found')
        if (role !== from_role)
          await recordAuditEntry(tx, call, {
            kind: 'staff.role_changed',
            subject_kind: 'member',
            subject_id: id,
            subject_name: member.username,
            before: { role: from_role },
            after: { role },
            reason,
          })
        return member
      })
    },
  }
}

const readMembers = async (db: Db): Promise<StaffMember[]> =>
  (await readStaff(db)).map(({ email, ...member }) => ({ ...member, email: maskEmail(email) }))
