import type { StaffRole } from '#contract/core/staff-roles.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import { resetSecondFactor, setStaffRole } from './staff-roles.ts'
import {
  commandLineActor,
  recordAuditEntry,
  type AuditEntry,
} from '#server/domains/studio/index.ts'

/** A command about the member of an address. */
export type StaffCommand =
  | { what: 'appoint'; role: StaffRole }
  | { what: 'dismiss' }
  | { what: 'reset' }

type Target = { email: string; site_url: string; now: Date }
type Change = { id: number; username: string } & Pick<AuditEntry, 'kind' | 'before' | 'after'>

/**
 * Appoints or dismisses a member of staff, changes the role by another appointment, or resets a lost second factor, on behalf
 * of the operator at the command line.
 * @returns whether anything changed: false if no member has this address or the state already matches.
 * @throws ProblemError `last_owner` if the staff would have no owner.
 */
export function changeStaff(
  transact: Transact,
  {
    email,
    by,
    site_url,
    ...command
  }: StaffCommand & { email: string; by: string; site_url: string },
  now: Date,
): Promise<boolean> {
  return transact(async (tx) => {
    const change = await run(tx, command, { email, site_url, now })
    if (!change) return false
    const { id: subject_id, username: subject_name, ...action } = change
    const entry = { ...action, subject_kind: 'member' as const, subject_id, subject_name }
    await recordAuditEntry(tx, commandLineActor(by, now), entry)
    return true
  })
}

async function run(tx: Tx, command: StaffCommand, target: Target): Promise<Change | undefined> {
  if (command.what === 'reset') {
    const member = await resetSecondFactor(tx, target)
    return member && { ...member, kind: 'staff.second_factor_reset' }
  }
  const role = command.what === 'appoint' ? command.role : null
  const member = await setStaffRole(tx, { ...target, role })
  if (!member) return undefined
  const { role: previous, ...subject } = member
  return {
    ...subject,
    kind: staffChangeOf(previous, role),
    before: previous && { role: previous },
    after: role && { role },
  }
}

function staffChangeOf(previous: StaffRole | null, role: StaffRole | null): AuditEntry['kind'] {
  if (role === null) return 'staff.dismissed'
  return previous === null ? 'staff.appointed' : 'staff.role_changed'
}
