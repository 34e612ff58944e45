import type { StudioSubject } from '#contract/studio/events.ts'
import type { Tx } from '#server/db/client.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import type { ClientInfo, RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AuditAction } from './audit-actions.ts'
import { insertAuditEntry } from './audit-log-queries.ts'

/** An audited action. `before` and `after` hold the changed fields and no personal data. */
export type AuditEntry = {
  kind: AuditAction
  subject_kind: StudioSubject
  subject_id: number | null
  subject_name?: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string
}

/** The caller, reduced to the fields the log stores. */
export type Actor = {
  /** `id` is null for an operator at the command line. */
  member: { id: number | null; username: string } | null
  client: Pick<ClientInfo, 'address'>
  now: Date
}

/** The call of a member of staff whose edit is audited. */
export type StaffCall = Pick<RequestContext, 'transact' | 'member' | 'client' | 'now'>

/**
 * Writes a staff action to the audit log in the transaction of the change, so that both commit or neither does.
 * Publishes a studio event.
 */
export async function recordAuditEntry(
  tx: Tx,
  { member, client: { address }, now }: Actor,
  { before = null, after = null, ...entry }: AuditEntry,
): Promise<void> {
  const { id: staff_id, username: staff_name } = member ?? throwProblem('authentication_required')
  await insertAuditEntry(tx, {
    ...entry,
    staff_id,
    staff_name,
    address,
    at: now.toISOString(),
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  })
  const { subject_kind, subject_id } = entry
  const by = { id: staff_id, username: staff_name }
  await publishStudioEvent(tx, { subject_kind, subject_id, by })
}

/** The actor for an operator at the command line. `by` is the operating system user name. */
export const commandLineActor = (by: string, now: Date): Actor => ({
  member: { id: null, username: by },
  client: { address: 'command line' },
  now,
})

/** Returns the differing fields before and after, or null if none differ. */
export function diffFields<R extends Record<string, unknown>>(
  before: R,
  after: R,
): { before: Partial<R>; after: Partial<R> } | null {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return null
  const only = (row: R) => Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<R>
  return { before: only(before), after: only(after) }
}
