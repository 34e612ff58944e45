/**
 * Staff operations (D-80). Invariants:
 * - Every endpoint requires a staff session with a verified second factor.
 * - Every action is recorded in the append-only audit log, in the transaction of the change.
 * - The owning domain changes its rows. The studio owns only the audit log and the statistics totals.
 * - No response contains a full phone number or password data.
 */
export { studioHandlers } from './handlers.ts'
export { analyticsHandlers } from './analytics/handlers.ts'
export { runAnalyticsMaintenance } from './analytics/maintenance.ts'
export { studioMembersHandlers } from './members/handlers.ts'
export { recordAnswer, studioSupportHandlers } from './support/handlers.ts'
export { commandLineActor } from './audit-log.ts'
export { changeStaff, staffChanges } from './staff-commands.ts'
export { studioUploadsHandlers, type StudioUploadsDependencies } from './uploads/handlers.ts'
export { incomingFilePath, runUploadsMaintenance } from './uploads/receive-upload.ts'
export { createUploadRegistry } from './uploads/upload-registry.ts'
export { catalogueHandlers } from './catalogue/handlers.ts'
