export { createUploadRegistry } from './upload-registry.ts'
export { studioUploadsHandlers, type StudioUploadsDependencies } from './handlers.ts'
export { incomingFilePath, runUploadsMaintenance } from './receive-upload.ts'
