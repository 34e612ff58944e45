import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { sql } from 'kysely'
import { recordAuditEntry } from '../audit-log.ts'
import type { MemberAuditEntry, MemberAuditAction } from './audit-actions.ts'

/** Interval in ms within which repeated access by the same staff member is recorded once. */
const recordIntervalMs = 10 * 60_000

/**
 * Records that a staff member views a member (D-80), before any data of the member is returned.
 * @throws ProblemError `not_found` if there is no such member
 */
export async function recordMemberAccess(
  call: Pick<RequestContext, 'transact' | 'member' | 'client' | 'now'>,
  member_id: number,
): Promise<void> {
  const staff_id = call.member?.id ?? throwProblem('authentication_required')
  await call.transact(async (tx) => {
    const member = await tx
      .selectFrom('members')
      .select('id')
      .where('id', '=', member_id)
      .executeTakeFirst()
    if (!member) throwProblem('not_found')
    // The detail page sends several requests at once; the lock lets one of them write the entry.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`look:${staff_id}:${member_id}`}, 0))`.execute(
      tx,
    )
    const recent = await tx
      .selectFrom('audit_log')
      .select('id')
      .where('subject_kind', '=', 'member')
      .where('subject_id', '=', member_id)
      .where('kind', '=', 'member.looked_at' satisfies MemberAuditAction)
      .where('staff_id', '=', staff_id)
      .where('at', '>', new Date(call.now.getTime() - recordIntervalMs).toISOString())
      .limit(1)
      .executeTakeFirst()
    if (recent) return
    await recordAuditEntry(tx, call, {
      ...{ kind: 'member.looked_at', subject_kind: 'member', subject_id: member_id },
      subject_name: `#${member_id}`,
    } satisfies MemberAuditEntry)
  })
}
