/**
 * What staff does to run the service (D-80). Invariants:
 * - Every call is one of staff whose session has proven a second factor.
 * - Every act is in the audit log, written in the transaction of what it changes, and stays there as it was written.
 * - Rows are changed by the domain that owns them: the studio calls it, and owns the log and the sums of its dashboard alone.
 * - Nothing shows a whole phone number, or anything of a password.
 */
export { studioHandlers } from './handlers.ts'
export { runAnalyticsMaintenance } from './analytics/aggregate-stats.ts'
export { analyticsHandlers } from './analytics/handlers.ts'
export { studioMembersHandlers } from './members/handlers.ts'
export { recordAnswer, studioSupportHandlers } from './support/handlers.ts'
export { recordCommandLineEntry } from './audit-log.ts'
export { changeStaff, staffChanges } from './staff-commands.ts'
export {
  incomingFilePath,
  studioUploadsHandlers,
  type StudioUploadsDependencies,
  runUploadsMaintenance,
  createUploadRegistry,
} from './uploads/index.ts'
export { catalogueHandlers } from './catalogue/handlers.ts'
