import type { Transact } from '#server/db/client.ts'
import { resetSecondFactor, setStaffRole } from '#server/domains/accounts/index.ts'
import { commandLineActor, recordAuditEntry } from './audit-log.ts'
import type { AuditAction } from './audit-actions.ts'

const changes = {
  appoint: {
    kind: 'staff.appointed',
    change: (tx, target) => setStaffRole(tx, { ...target, is_staff: true }),
  },
  dismiss: {
    kind: 'staff.dismissed',
    change: (tx, target) => setStaffRole(tx, { ...target, is_staff: false }),
  },
  reset: { kind: 'staff.second_factor_reset', change: resetSecondFactor },
} satisfies Record<string, { kind: AuditAction; change: typeof resetSecondFactor }>

export const staffChanges = Object.keys(changes) as (keyof typeof changes)[]

/**
 * Appoints or dismisses a staff member, or resets a lost second factor, on behalf of the operator at the command line.
 * @returns whether anything changed: false if no member has this address or the state already matches.
 */
export function changeStaff(
  transact: Transact,
  {
    what,
    email,
    by,
    site_url,
  }: { what: keyof typeof changes; email: string; by: string; site_url: string },
  now: Date,
): Promise<boolean> {
  const { kind, change } = changes[what]
  return transact(async (tx) => {
    const member = await change(tx, { email, site_url, now })
    if (!member) return false
    const { id: subject_id, username: subject_name } = member
    const entry = { kind, subject_kind: 'member', subject_id, subject_name }
    await recordAuditEntry(tx, commandLineActor(by, now), entry)
    return true
  })
}
