/**
 * Staff operations (D-80). Invariants:
 * - Every endpoint requires a staff session with a verified second factor.
 * - Every action is recorded in the append-only audit log, in the transaction of the change.
 * - The owning domain changes its rows. The studio owns only the audit log and the statistics totals.
 * - No response contains a full phone number or password data.
 */
export { studioServerModule, studioWorkerModule } from './registration.ts'
export { recordAnswer } from './support/handlers.ts'
export { commandLineActor } from './audit-log.ts'
export { changeStaff, staffChanges } from './staff-commands.ts'
export { incomingFilePath } from './uploads/receive-upload.ts'
export { createUploadRegistry } from './uploads/upload-registry.ts'
