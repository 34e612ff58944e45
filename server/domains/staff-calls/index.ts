/** Calls of staff about rows that other domains own. Each moves into `staff/` of its domain. */
export { staffCallsServerModule, staffCallsWorkerModule } from './registration.ts'
export { incomingFilePath, createUploadRegistry } from './uploads/receive-upload.ts'
