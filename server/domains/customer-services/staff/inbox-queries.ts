import type { InboxInquiry, InboxItem, studio_support } from '#contract/customer-services/staff.ts'
import type { EndpointResponse, ParsedInput } from '#contract/core/endpoint.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { maskName } from '#contract/core/masking.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { escapeFolded } from '#server/db/sql-values.ts'
import { sql } from 'kysely'
import { maskMember, staffColumns } from '../inquiries/inquiry-queries.ts'

type Query = ParsedInput<typeof studio_support.listInquiries>['query']

/** The staff member in a column of the inquiry, or null. */
const staffMember = (key: 'assignee_id' | 'answered_by') => sql`(
  select json_build_object('id', c.id, 'username', c.username) from members c where c.id = ${sql.ref(`i.${key}`)})`

const states = (staff_id: number) => ({
  open: sql`i.answered_at is null`,
  mine: sql`i.answered_at is null and i.assignee_id = ${staff_id}`,
  unassigned: sql`i.answered_at is null and i.assignee_id is null`,
  answered: sql`i.answered_at is not null`,
})

/** Reads the inbox: open inquiries oldest first, answered inquiries by latest answer. */
export async function readInbox(
  db: Db,
  staff_id: number,
  { state, inquiry_subject_id, q, limit, offset }: Query,
): Promise<EndpointResponse<typeof studio_support.listInquiries>> {
  const pattern = q && `%${escapeFolded(q)}%`
  const condition = sql`${states(staff_id)[state]}
    ${inquiry_subject_id ? sql`and i.subject_id = ${inquiry_subject_id}` : sql``}
    ${
      pattern
        ? sql`and (normalize_search_text(i.title) like ${pattern} or normalize_search_text(i.context) like ${pattern}
      or i.id::text = ${q})`
        : sql``
    }`
  const order = state === 'answered' ? sql`i.answered_at desc, i.id desc` : sql`i.created_at, i.id`
  const [counts, items] = await Promise.all([
    sql<{ open: number; mine: number; unassigned: number; count: number }>`
      select count(*) as open, count(*) filter (where i.assignee_id = ${staff_id}) as mine,
        count(*) filter (where i.assignee_id is null) as unassigned,
        (select count(*) from inquiries i where ${condition}) as count
      from inquiries i where i.answered_at is null`.execute(db),
    sql<InboxItem>`
      select i.id, i.title, s.id as subject_id, s.code as subject_code, s.name as subject_name, m.username,
        i.attachment_key is not null as has_attachment, i.created_at, i.answered_at, ${staffMember('assignee_id')} as assignee
      from inquiries i join inquiry_subjects s on s.id = i.subject_id join members m on m.id = i.member_id
      where ${condition}
      order by ${pattern ? sql`(i.id::text = ${q}) desc,` : sql``} ${order} limit ${limit} offset ${offset}`.execute(
      db,
    ),
  ])
  const { count = 0, ...stateCounts } = counts.rows[0] ?? {}
  return {
    count,
    results: items.rows.map((item) => ({ ...item, username: maskName(item.username) })),
    counts: { open: 0, mine: 0, unassigned: 0, ...stateCounts },
  }
}

/** Number of earlier inquiries of the member shown with an inquiry. */
const maxEarlier = 5

/** Reads an inquiry with its context except the orders; undefined if it does not exist. */
export async function readInboxInquiry(db: Db, id: number) {
  const { rows } = await sql<Omit<InboxInquiry, 'orders'>>`
    select ${staffColumns}, i.member_id,
      ${staffMember('assignee_id')} as assignee, ${staffMember('answered_by')} as answered_by,
      (select coalesce(json_agg(e), '[]') from (
        select e.id, e.title, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
          e.answered_at is not null as is_answered
        from inquiries e where e.member_id = i.member_id and e.id <> i.id
        order by e.created_at desc, e.id desc limit ${maxEarlier}
      ) as e) as earlier
    from inquiries i join inquiry_subjects s on s.id = i.subject_id join members m on m.id = i.member_id
    where i.id = ${id}`.execute(db)
  const row = rows[0]
  return (
    row && {
      ...maskMember(row),
      // A template may have inserted the full name.
      answer: row.answer?.replaceAll(row.username, maskName(row.username)) ?? null,
    }
  )
}

/** Locks an inquiry. */
export const lockAssignee = (tx: Tx, id: number) =>
  tx
    .selectFrom('inquiries')
    .select(['assignee_id', 'answered_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const updateAssignee = (tx: Tx, id: number, assignee_id: number | null) =>
  tx.updateTable('inquiries').set({ assignee_id }).where('id', '=', id).execute()

/** Reads the name of a member, or only of staff who answer inquiries. */
export async function readUsername(tx: Tx, id: number, { is_support }: { is_support?: true }) {
  let member = tx.selectFrom('members').select('username').where('id', '=', id)
  if (is_support) member = member.where('staff_role', 'in', studioAccess.support.staff)
  return (await member.executeTakeFirst())?.username
}

/** Reads the values that template placeholders stand for. */
export const readTemplateValues = (tx: Tx, id: number) =>
  tx
    .selectFrom('inquiries as i')
    .innerJoin('members as m', 'm.id', 'i.member_id')
    .select(['i.title', 'm.username'])
    .where('i.id', '=', id)
    .executeTakeFirst()
