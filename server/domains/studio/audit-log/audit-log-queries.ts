import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { AuditLogEntry, studio } from '#contract/studio/audit-log.ts'
import { addDays, seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { type Insertable, sql } from 'kysely'
import type { AuditAction } from './audit-actions.ts'

export async function insertAuditEntry(tx: Tx, values: Insertable<DB['audit_log']>): Promise<void> {
  await tx.insertInto('audit_log').values(values).execute()
}

type AuditLogQuery = ParsedInput<typeof studio.listAuditLog>['query']
type AuditLogFilters = ParsedInput<typeof studio.downloadAuditLog>['query']

/** The entries that match. A `kind` without a dot matches all actions of that area. */
function entriesThatMatch(
  db: Db,
  { kind, staff_id, subject_kind, subject_id, from, to }: AuditLogFilters,
) {
  let query = db.selectFrom('audit_log')
  if (kind?.includes('.')) query = query.where('kind', '=', kind)
  else if (kind) query = query.where('kind', 'like', `${kind.replaceAll('_', '\\_')}.%`)
  if (staff_id) query = query.where('staff_id', '=', staff_id)
  if (subject_kind) query = query.where('subject_kind', '=', subject_kind)
  if (subject_id) query = query.where('subject_id', '=', subject_id)
  if (from) query = query.where('at', '>=', startOfDay(from))
  if (to) query = query.where('at', '<', startOfDay(addDays(to, 1)))
  return query
}

/** The instant at which a day begins in Seoul. */
const startOfDay = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - seoulUtcOffsetMs).toISOString()

/** Reads the audit log, newest first. */
export async function readAuditLog(db: Db, { limit, offset, ...filters }: AuditLogQuery) {
  const query = entriesThatMatch(db, filters)
  const [{ count }, results] = await Promise.all([
    query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    query.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
  ])
  return { count, results: results as AuditLogEntry[] }
}

/** Reads all entries that match, newest first, in batches. */
export async function* readAuditBatches(
  db: Db,
  filters: AuditLogFilters,
  batchSize = 1_000,
): AsyncGenerator<readonly AuditLogEntry[]> {
  let before: number | undefined
  for (;;) {
    let query = entriesThatMatch(db, filters)
    if (before !== undefined) query = query.where('id', '<', before)
    const entries = await query.selectAll().orderBy('id', 'desc').limit(batchSize).execute()
    if (entries.length > 0) yield entries as AuditLogEntry[]
    before = entries.at(-1)?.id
    if (entries.length < batchSize) return
  }
}

/** Catalogue entries of a work, its seasons and its episodes. */
const isEntryOfWork = (id: number) => sql`
  a.kind like 'catalogue.%' and (
    a.subject_kind = 'series' and a.subject_id = ${id}
    or a.subject_kind = 'season' and a.subject_id in (select se.id from seasons se where se.series_id = ${id})
    or a.subject_kind = 'episode' and a.subject_id in (select e.id from episodes e where e.series_id = ${id}))`

/** Reads the catalogue entries of a work, newest first. */
export async function readEntriesOfWork(
  db: Db,
  work_id: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; entries: AuditLogEntry[] }> {
  const [counts, { rows: entries }] = await Promise.all([
    sql<{ count: number }>`
      select count(*) as count from audit_log a where ${isEntryOfWork(work_id)}`.execute(db),
    sql<AuditLogEntry>`
      select a.* from audit_log a where ${isEntryOfWork(work_id)}
      order by a.id desc limit ${limit} offset ${offset}`.execute(db),
  ])
  return { count: counts.rows[0]?.count ?? 0, entries }
}

/** Reads a catalogue entry with its work, which is null if its subject was deleted. */
export async function readCatalogueEntry(tx: Tx, id: number) {
  const { rows } = await sql<AuditLogEntry & { work_id: number | null }>`
    select a.*, case a.subject_kind when 'series' then a.subject_id::int
      when 'season' then (select se.series_id from seasons se where se.id = a.subject_id)
      when 'episode' then (select e.series_id from episodes e where e.id = a.subject_id) end as work_id
    from audit_log a where a.id = ${id} and a.kind like 'catalogue.%'`.execute(tx)
  return rows[0]
}

/** Returns the id of the newest entry of a subject, whose row the transaction has locked. */
export async function readNewestEntryId(tx: Tx, subject_kind: string, subject_id: number) {
  const entry = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return entry.id
}

/** Serializes the access records of a staff member on a member until the end of the transaction. */
export async function lockAccessRecord(tx: Tx, staff_id: number, member_id: number): Promise<void> {
  const key = `look:${staff_id}:${member_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** Serializes the grants of a staff member until the end of the transaction. */
export async function lockGrants(tx: Tx, staff_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`grants:${staff_id}`}, 0))`.execute(tx)
}

/** Returns the points that a staff member has granted since an instant. */
export async function sumGrants(tx: Tx, staff_id: number, since: Date): Promise<number> {
  const kind = 'member.points_granted' satisfies AuditAction
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum((after ->> 'amount')::int), 0) as sum from audit_log
    where staff_id = ${staff_id} and kind = ${kind} and at >= ${since}`.execute(tx)
  return rows[0]?.sum ?? 0
}

/** Returns whether a staff member accessed a member after `since`. */
export async function hasAccessRecord(
  tx: Tx,
  { staff_id, member_id, since }: { staff_id: number; member_id: number; since: Date },
): Promise<boolean> {
  const entry = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('subject_kind', '=', 'member')
    .where('subject_id', '=', member_id)
    .where('kind', '=', 'member.viewed' satisfies AuditAction)
    .where('staff_id', '=', staff_id)
    .where('at', '>', since.toISOString())
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

/** Reads the reason for which each of the reviews was last hidden. */
export async function readHideReasons(db: Db, review_ids: number[]): Promise<Map<number, string>> {
  if (review_ids.length === 0) return new Map()
  const entries = await db
    .selectFrom('audit_log')
    .select(['subject_id', 'reason'])
    .distinctOn('subject_id')
    .where('subject_kind', '=', 'review')
    .where('kind', '=', 'review.hidden' satisfies AuditAction)
    .where('subject_id', 'in', review_ids)
    .orderBy('subject_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(entries.map(({ subject_id, reason }) => [Number(subject_id), reason]))
}
