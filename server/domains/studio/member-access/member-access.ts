/** Access of staff to the data and to the accounts of members. */
import type { RequestContext } from '#server/api/request-context.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { recordAuditEntry, type StaffCall } from '../audit-log/audit-log.ts'
import { hasAccessRecord, lockAccessRecord } from '../audit-log/audit-log-queries.ts'
import { findStaffRole, memberExists } from './member-queries.ts'

type MemberCall = Parameters<typeof recordMemberAccess>[0] & { params: { id: number } }

/** Records the access before the member's data is read. */
export const withAccessRecord =
  <C extends MemberCall, R>(read: (call: C) => Promise<R>) =>
  async (call: C): Promise<R> => {
    await recordMemberAccess(call, call.params.id)
    return read(call)
  }

/** Interval in ms within which repeated access by the same staff member is recorded once. */
const recordIntervalMs = 10 * 60_000

/**
 * Records that a staff member views a member, before any data of the member is returned.
 * @throws ProblemError `not_found` if there is no such member
 */
async function recordMemberAccess(call: StaffCall, member_id: number): Promise<void> {
  const staff_id = call.member?.id ?? throwProblem('authentication_required')
  await call.transact(async (tx) => {
    if (!(await memberExists(tx, member_id))) throwProblem('not_found')
    // The detail page sends several requests at once; the lock lets one of them write the entry.
    await lockAccessRecord(tx, staff_id, member_id)
    const since = new Date(call.now.getTime() - recordIntervalMs)
    if (await hasAccessRecord(tx, { staff_id, member_id, since })) return
    await recordAuditEntry(tx, call, { kind: 'member.viewed', ...memberSubject(member_id) })
  })
}

/** Names the member in the log by id only, because the log outlives the account. */
export const memberSubject = (id: number) => ({
  subject_kind: 'member' as const,
  subject_id: id,
  subject_name: `#${id}`,
})

/**
 * Only owners change the accounts of staff.
 * @throws ProblemError `not_found`, `staff_account`
 */
export async function requireChangeableAccount(
  tx: Tx,
  { member }: Pick<RequestContext, 'member'>,
  id: number,
): Promise<void> {
  if ((await readStaffRole(tx, id)) !== null && member?.staff_role !== 'owner')
    throwProblem('staff_account')
}

/** @returns null for a member who is not staff. @throws ProblemError `not_found` */
export const readStaffRole = async (tx: Tx, id: number) =>
  ((await findStaffRole(tx, id)) ?? throwProblem('not_found')).staff_role
