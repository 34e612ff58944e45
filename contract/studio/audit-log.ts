import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { bigIdString, idString, timestamp, listResponse, paging } from '#contract/core/fields.ts'

/** Field values of an audit log entry. */
const Fields = z.nullable(z.record(z.string(), z.unknown()))

/** An audit log entry. `before` and `after` contain the changed fields; `before` is null for a creation. */
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

/** An audit log entry of a work. */
export const CatalogueAuditEntry = z.extend(AuditLogEntry, {
  /**
   * `open`: can be undone; `newer`: one of its fields has been changed since or the entry has been undone; `never`: the
   * action cannot be undone here.
   */
  undo: z.enum(['open', 'newer', 'never']),
})
export type CatalogueAuditEntry = z.infer<typeof CatalogueAuditEntry>

const day = z.iso.date().check(z.regex(/^20/))

const filters = {
  /** An action, or its prefix: `member` matches every action on members. */
  kind: z.optional(z.string().check(z.regex(/^[a-z_]+(?:\.[a-z_]+)?$/))),
  staff_id: z.optional(idString),
  subject_kind: z.optional(z.string().check(z.regex(/^[a-z_]{1,40}$/))),
  subject_id: z.optional(bigIdString),
  /** The first and the last day in Seoul. */
  from: z.optional(day),
  to: z.optional(day),
}

/** Shared calls of the studio. Every studio call is one of staff. */
export const studio = {
  listAuditLog: endpoint({
    method: 'GET',
    path: '/api/studio/audit-log/',
    summary: 'Lists the audit log, newest first',
    access: studioAccess.audit_log,
    query: z.strictObject({ ...paging(50), ...filters }),
    response: listResponse(AuditLogEntry),
  }),
  downloadAuditLog: endpoint({
    method: 'GET',
    path: '/api/studio/audit-log/csv/',
    summary: 'Downloads the audit log as CSV, newest first',
    access: studioAccess.audit_log,
    query: z.strictObject(filters),
    response: null,
    download: true,
  }),
}
