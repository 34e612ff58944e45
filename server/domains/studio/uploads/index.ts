export { uploadBooks } from './books.ts'
export { studioUploadsHandlers, type StudioUploadsParts } from './handlers.ts'
export { incomingFile, tendUploads } from './receive.ts'
