import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { idParams } from '#contract/core/fields.ts'
import { staffRoles, studioAccess } from '#contract/core/staff-roles.ts'
import { Reason } from '#contract/core/text-fields.ts'

/** A member of staff, with the address masked. */
export const StaffMember = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  role: z.enum(staffRoles),
  has_second_factor: z.boolean(),
})
export type StaffMember = z.infer<typeof StaffMember>

/** The roles of staff (decisions/0046-staff-roles). Staff are appointed and dismissed at the command line. */
export const studio_staff = {
  listStaffMembers: endpoint({
    method: 'GET',
    path: '/api/studio/staff-members/',
    summary: 'Lists all staff with their roles, oldest member first',
    access: studioAccess.staff,
    response: z.array(StaffMember),
  }),
  setRole: endpoint({
    method: 'PUT',
    path: '/api/studio/staff-members/{id}/role/',
    summary: 'Changes the role of another member of staff, from their next request',
    access: studioAccess.staff,
    params: idParams,
    /** `from_role`: the role the client last read. `conflict` if it has changed. */
    body: z.strictObject({
      role: z.enum(staffRoles),
      from_role: z.enum(staffRoles),
      reason: Reason,
    }),
    response: StaffMember,
    problems: ['own_role', 'last_owner', 'conflict'],
  }),
}
