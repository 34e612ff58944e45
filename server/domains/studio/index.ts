/**
 * The audit log, the records of access to members and the statistics, which all calls of staff share. Invariants:
 * - Every call of staff requires a session with a verified second factor and one of its roles (decisions/0046-staff-roles).
 * - Every action of staff is recorded in the append-only audit log, in the transaction of the change.
 * - Data of a member is read after the access has been recorded. No response contains a full phone number or password data.
 * - Only this domain writes the audit log and the statistics totals, and it writes nothing else: the calls of staff about
 *   other rows stand in `staff/` of the domain that owns the rows.
 */
export type { AuditAction } from './audit-log/audit-actions.ts'
export {
  type Actor,
  type AuditEntry,
  commandLineActor,
  diffFields,
  recordAuditEntry,
  type StaffCall,
} from './audit-log/audit-log.ts'
export {
  lockGrants,
  readCatalogueEntry,
  readEntriesOfWork,
  readHideReasons,
  readNewestEntryId,
  sumGrants,
} from './audit-log/audit-log-queries.ts'
export { type CsvColumn, csvStream, stripFormulaGuard } from './csv-export.ts'
export {
  memberSubject,
  readStaffRole,
  withAccessRecord,
  requireChangeableAccount,
} from './member-access/member-access.ts'
export { studioServerModule, studioWorkerModule } from './registration.ts'
