import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { idString, timestamp, listResponse, paging } from '#contract/core/fields.ts'

/** A value of a row as the audit log keeps it. */
const Fields = z.nullable(z.record(z.string(), z.unknown()))

/** One act of staff. `before` and `after` name the fields that changed; a thing that is new has no before. */
export const AuditLogEntry = z.object({
  id: z.int(),
  at: timestamp,
  staff_id: z.nullable(z.int()),
  staff_name: z.string(),
  kind: z.string(),
  subject_kind: z.string(),
  subject_id: z.nullable(z.int()),
  subject_name: z.string(),
  before: Fields,
  after: Fields,
  reason: z.string(),
  address: z.string(),
})
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

/** What the studio's parts have in common. Every call of the studio is one of staff (D-80). */
export const studio = {
  listActs: endpoint({
    method: 'GET',
    path: '/api/studio/acts/',
    summary: 'What staff did, newest first',
    access: 'staff',
    query: z.strictObject({
      ...paging(50),
      /** What was done, or a stem of it: `member` for all that was done to members. */
      kind: z.optional(z.string().check(z.regex(/^[a-z_]+(?:\.[a-z_]+)?$/))),
      staff_id: z.optional(idString),
      subject_kind: z.optional(z.string().check(z.regex(/^[a-z_]{1,40}$/))),
      subject_id: z.optional(idString),
    }),
    answer: listResponse(AuditLogEntry),
  }),
}
