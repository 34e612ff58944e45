import type { AuditLogEntry } from '#contract/studio/audit-log.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import type { Member, ClientInfo } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

/** What was done, about what. `before` and `after` carry the fields that changed, and nothing personal. */
export type AuditEntry = {
  kind: `${string}.${string}`
  subject_kind: string
  subject_id: number | null
  subject_name?: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string
}

/** Who did it: of a caller, what the log keeps. */
export type Actor = {
  member: Pick<Member, 'id' | 'username'> | null
  client: Pick<ClientInfo, 'address'>
  now: Date
}

/**
 * Writes an act of staff into the audit log, in the transaction of what it changes: one is not without the other. Open
 * pages of the studio hear of it.
 */
export async function recordAuditEntry(
  tx: Tx,
  { member, client, now }: Actor,
  act: AuditEntry,
): Promise<void> {
  if (!member) throwProblem('authentication_required')
  const { id: staff_id, username: staff_name } = member
  await insertAct(tx, { staff_id, staff_name, address: client.address, now }, act)
}

/** The same of somebody at the command line, who is no member: `by` is his name on that machine. */
export async function recordCommandLineEntry(
  tx: Tx,
  { by, now }: { by: string; now: Date },
  act: AuditEntry,
): Promise<void> {
  await insertAct(tx, { staff_id: null, staff_name: by, address: 'command line', now }, act)
}

async function insertAct(
  tx: Tx,
  { now, ...who }: { staff_id: number | null; staff_name: string; address: string; now: Date },
  { before = null, after = null, ...act }: AuditEntry,
) {
  await tx
    .insertInto('studio_acts')
    .values({
      ...act,
      ...who,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      at: now.toISOString(),
    })
    .execute()
  const { subject_kind, subject_id } = act
  const by = { id: who.staff_id, username: who.staff_name }
  await publishStudioEvent(tx, { subject_kind, subject_id, by })
}

/** The fields that differ, as they were and as they are; null where none does. */
export function diffFields<R extends Record<string, unknown>>(
  was: R,
  is: R,
): { before: Partial<R>; after: Partial<R> } | null {
  const names = Object.keys(is).filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  if (names.length === 0) return null
  const only = (row: R) => Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<R>
  return { before: only(was), after: only(is) }
}

type Sought = {
  kind?: string | undefined
  staff_id?: number | undefined
  subject_kind?: string | undefined
  subject_id?: number | undefined
  limit: number
  offset: number
}

/** What staff did, newest first. */
export async function readAuditLog(
  db: Db,
  { kind, staff_id, subject_kind, subject_id, limit, offset }: Sought,
): Promise<{ count: number; results: AuditLogEntry[] }> {
  let acts = db.selectFrom('studio_acts')
  if (kind?.includes('.')) acts = acts.where('kind', '=', kind)
  else if (kind) acts = acts.where('kind', 'like', `${kind.replaceAll('_', '\\_')}.%`)
  if (staff_id) acts = acts.where('staff_id', '=', staff_id)
  if (subject_kind) acts = acts.where('subject_kind', '=', subject_kind)
  if (subject_id) acts = acts.where('subject_id', '=', subject_id)
  const [{ count }, results] = await Promise.all([
    acts.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    acts.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
  ])
  return { count, results: results as AuditLogEntry[] }
}
