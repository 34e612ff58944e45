import type { AuditLogEntry } from '#contract/studio/audit-log.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import type { Member, ClientInfo } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

/** An audited action. `before` and `after` hold the changed fields and no personal data. */
export type AuditEntry = {
  kind: `${string}.${string}`
  subject_kind: string
  subject_id: number | null
  subject_name?: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string
}

/** The caller, reduced to the fields the log stores. */
export type Actor = {
  member: Pick<Member, 'id' | 'username'> | null
  client: Pick<ClientInfo, 'address'>
  now: Date
}

/**
 * Writes a staff action to the audit log in the transaction of the change, so that both commit or neither does.
 * Publishes a studio event.
 */
export async function recordAuditEntry(
  tx: Tx,
  { member, client, now }: Actor,
  entry: AuditEntry,
): Promise<void> {
  if (!member) throwProblem('authentication_required')
  const { id: staff_id, username: staff_name } = member
  await insertEntry(tx, { staff_id, staff_name, address: client.address, now }, entry)
}

/** Does the same for an operator at the command line. `by` is the operating system user name. */
export async function recordCommandLineEntry(
  tx: Tx,
  { by, now }: { by: string; now: Date },
  entry: AuditEntry,
): Promise<void> {
  await insertEntry(tx, { staff_id: null, staff_name: by, address: 'command line', now }, entry)
}

async function insertEntry(
  tx: Tx,
  { now, ...actor }: { staff_id: number | null; staff_name: string; address: string; now: Date },
  { before = null, after = null, ...entry }: AuditEntry,
) {
  await tx
    .insertInto('audit_log')
    .values({
      ...entry,
      ...actor,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      at: now.toISOString(),
    })
    .execute()
  const { subject_kind, subject_id } = entry
  const by = { id: actor.staff_id, username: actor.staff_name }
  await publishStudioEvent(tx, { subject_kind, subject_id, by })
}

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

type AuditLogFilters = {
  kind?: string | undefined
  staff_id?: number | undefined
  subject_kind?: string | undefined
  subject_id?: number | undefined
  limit: number
  offset: number
}

/** Reads the audit log, newest first. */
export async function readAuditLog(
  db: Db,
  { kind, staff_id, subject_kind, subject_id, limit, offset }: AuditLogFilters,
): Promise<{ count: number; results: AuditLogEntry[] }> {
  let query = db.selectFrom('audit_log')
  if (kind?.includes('.')) query = query.where('kind', '=', kind)
  else if (kind) query = query.where('kind', 'like', `${kind.replaceAll('_', '\\_')}.%`)
  if (staff_id) query = query.where('staff_id', '=', staff_id)
  if (subject_kind) query = query.where('subject_kind', '=', subject_kind)
  if (subject_id) query = query.where('subject_id', '=', subject_id)
  const [{ count }, results] = await Promise.all([
    query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    query.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
  ])
  return { count, results: results as AuditLogEntry[] }
}
