import type { Inquiry, StaffInquiry } from '#contract/customer-services/customer-services.ts'
import { maxInquiries } from '#contract/customer-services/customer-services.ts'
import { maskEmail, maskName } from '#contract/core/masking.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** Columns of `i` (inquiries) and `s` (inquiry_subjects) in the response format. */
const inquiryColumns = sql`
  i.id, i.title, i.context,
  case when i.attachment_key is not null then '/api/customer-services/inquiries/' || i.id || '/attachment/' end
    as attachment_file,
  i.attachment_name, i.attachment_type, i.attachment_bytes,
  s.id as subject_id, s.code as subject_code, s.name as subject_name,
  i.created_at, i.answered_at is not null as is_answered, i.answer, i.answered_at`

/** Reads the member's inquiries, newest first. A `limit` of 0 means the maximum. */
export async function readInquiries(
  db: Db,
  member_id: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; results: Inquiry[] }> {
  const { rows } = await sql<Inquiry & { id: number | null; count: number }>`
    select n.count, ${inquiryColumns}
    from (select count(*) from inquiries where member_id = ${member_id}) as n
    left join (
      select * from inquiries where member_id = ${member_id}
      order by created_at desc, id desc limit ${limit || maxInquiries} offset ${offset}
    ) as i on true left join inquiry_subjects s on s.id = i.subject_id
    order by i.created_at desc, i.id desc`.execute(db)
  return { count: rows[0]?.count ?? 0, results: rows.filter(({ id }) => id !== null) }
}

/** A stored attachment and its metadata. */
export type Attachment = { key: string; name: string; type: string; bytes: number }

type NewInquiry = {
  member_id: number
  subject_id: number
  title: string
  context: string
  attachment: Attachment | null
  now: Date
}

/** @returns undefined if the subject does not exist. */
export async function insertInquiry(tx: Tx, given: NewInquiry): Promise<Inquiry | undefined> {
  const { attachment } = given
  const { rows } = await sql<Inquiry>`
    with i as (
      insert into inquiries (member_id, subject_id, title, context, created_at,
        attachment_key, attachment_name, attachment_type, attachment_bytes)
      select ${given.member_id}, s.id, ${given.title}, ${given.context}, ${given.now.toISOString()}::timestamptz,
        ${attachment?.key ?? null}, ${attachment?.name ?? null}, ${attachment?.type ?? null},
        ${attachment?.bytes ?? null}::int
      from inquiry_subjects s where s.id = ${given.subject_id}
      returning *
    )
    select ${inquiryColumns} from i join inquiry_subjects s on s.id = i.subject_id`.execute(tx)
  return rows[0]
}

/** Inquiries are retained for three years from the answer, or from creation if unanswered. */
const insertIntoArchive = (now: Date) => sql`
  insert into archive.inquiries
    (id, member_number, subject_code, title, context, answer, created_at, answered_at, retained_until)
  select g.id, g.member_id, s.code, g.title, g.context, g.answer, g.created_at, g.answered_at,
    coalesce(g.answered_at, g.created_at) + interval '3 years'
  from deleted g join inquiry_subjects s on s.id = g.subject_id
  where coalesce(g.answered_at, g.created_at) + interval '3 years' > ${now.toISOString()}::timestamptz`

type ArchivedInquiry = { id: number; attachment_key: string | null }

/** Archives an inquiry of the member. @returns it, or undefined if the member has none with this id. */
export async function archiveInquiry(
  tx: Tx,
  { id, member_id, now }: { id: number; member_id: number; now: Date },
): Promise<ArchivedInquiry | undefined> {
  const { rows } = await sql<ArchivedInquiry>`
    with deleted as (delete from inquiries where id = ${id} and member_id = ${member_id} returning *),
      kept as (${insertIntoArchive(now)})
    select id, attachment_key from deleted`.execute(tx)
  return rows[0]
}

/** Archives all inquiries of a member. */
export async function archiveInquiriesOfMember(tx: Tx, member_id: number, now: Date) {
  await sql`
    with deleted as (delete from inquiries where member_id = ${member_id} returning *)
    ${insertIntoArchive(now)}`.execute(tx)
}

/** Deletes archived inquiries after their retention period. */
export async function deleteExpiredArchive(tx: Tx, now: Date): Promise<void> {
  await sql`delete from archive.inquiries where retained_until <= ${now.toISOString()}::timestamptz`.execute(
    tx,
  )
}

/** Reads the attachment of an inquiry, for its owner, or for anyone if `member_id` is null. */
export async function readInquiryAttachment(db: Db, id: number, member_id: number | null) {
  const { rows } = await sql<Attachment>`
    select attachment_key as key, attachment_name as name, attachment_type as type, attachment_bytes as bytes
    from inquiries where id = ${id} and attachment_key is not null
      and (${member_id}::int is null or member_id = ${member_id}::int)`.execute(db)
  return rows[0]
}

/** Returns those of `keys` that an inquiry references. */
export async function readReferencedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select attachment_key as key from inquiries where attachment_key = any (${keys}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ key }) => key))
}

/** Columns of `i`, `s` and `m` (members), before masking. */
export const staffColumns = sql`${inquiryColumns}, m.username, m.email`

export const maskMember = <T extends { username: string; email: string }>(row: T): T => ({
  ...row,
  username: maskName(row.username),
  email: maskEmail(row.email),
})

/** Reads open inquiries, oldest first, or only `id`. */
export async function readOpenInquiries(
  db: Db,
  { limit, offset, id = null }: { limit: number; offset: number; id?: number | null },
): Promise<{ count: number; results: StaffInquiry[] }> {
  const { rows } = await sql<StaffInquiry & { id: number | null; count: number }>`
    with open as not materialized (
      select * from inquiries where answered_at is null ${id === null ? sql`` : sql`and id = ${id}`}
    )
    select n.count, ${staffColumns}
    from (select count(*) from open) as n
    left join (select * from open order by created_at, id limit ${limit} offset ${offset}) as i on true
    left join inquiry_subjects s on s.id = i.subject_id left join members m on m.id = i.member_id
    order by i.created_at, i.id`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    results: rows.filter(({ id }) => id !== null).map(maskMember),
  }
}

/**
 * Writes the answer.
 * @returns the inquiry and its member unmasked; undefined if it is already answered or does not exist.
 */
export async function setAnswer(
  tx: Tx,
  given: { id: number; answer: string; staff_id: number | null; now: Date },
): Promise<(StaffInquiry & { member_id: number }) | undefined> {
  const { rows } = await sql<StaffInquiry & { member_id: number }>`
    with i as (
      update inquiries set answer = ${given.answer}, answered_at = ${given.now.toISOString()}::timestamptz,
        answered_by = ${given.staff_id}
      where id = ${given.id} and answered_at is null returning *
    )
    select ${staffColumns}, i.member_id
    from i join inquiry_subjects s on s.id = i.subject_id join members m on m.id = i.member_id`.execute(
    tx,
  )
  return rows[0]
}

/** Returns whether the inquiry exists, regardless of its owner. */
export async function inquiryExists(db: Db | Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from inquiries where id = ${id}`.execute(db)
  return rows.length > 0
}
