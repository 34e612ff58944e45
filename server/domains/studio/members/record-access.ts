import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { sql } from 'kysely'
import { recordAuditEntry } from '../audit-log.ts'
import type { MemberAuditEntry, MemberAuditAction } from './audit-actions.ts'

/** Once in so many milliseconds it is written down that somebody looks at a member. */
const again = 10 * 60_000

/**
 * Writes down that staff looks at a member (D-80), before anything of him is answered.
 * @throws Refusal `not_found` where there is no such member
 */
export async function recordMemberAccess(
  call: Pick<RequestContext, 'transact' | 'member' | 'client' | 'now'>,
  member_id: number,
): Promise<void> {
  const staff_id = call.member?.id ?? throwProblem('authentication_required')
  await call.transact(async (tx) => {
    const there = await tx
      .selectFrom('members')
      .select('id')
      .where('id', '=', member_id)
      .executeTakeFirst()
    if (!there) throwProblem('not_found')
    // A sheet asks for several things at once: one of them writes it down.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`look:${staff_id}:${member_id}`}, 0))`.execute(
      tx,
    )
    const known = await tx
      .selectFrom('studio_acts')
      .select('id')
      .where('subject_kind', '=', 'member')
      .where('subject_id', '=', member_id)
      .where('kind', '=', 'member.looked_at' satisfies MemberAuditAction)
      .where('staff_id', '=', staff_id)
      .where('at', '>', new Date(call.now.getTime() - again).toISOString())
      .limit(1)
      .executeTakeFirst()
    if (known) return
    await recordAuditEntry(tx, call, {
      ...{ kind: 'member.looked_at', subject_kind: 'member', subject_id: member_id },
      subject_name: `#${member_id}`,
    } satisfies MemberAuditEntry)
  })
}
