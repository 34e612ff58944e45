import { hasStaffAccess, type StaffAccess, type StaffRole } from '#contract/core/staff-roles.ts'
import { useAuth } from '#web/session/auth-store.ts'

/** The role of the member; null unless staff. */
export const useStaffRole = (): StaffRole | null => useAuth().user.staff_role

/** Whether the member may make the calls of this access, so that a page shows their buttons and requests their data. */
export const useStaffAccess = (access: StaffAccess): boolean =>
  hasStaffAccess(access, useStaffRole())
