export { studioUploadsHandlers, type StudioUploadsParts } from './handlers.ts'
export {
  beginUpload,
  bytesExpected,
  dropUpload,
  finishUpload,
  noteReceived,
  ownUpload,
  tendUploads,
  type UploadParts,
} from './receive.ts'
export { readUpload } from './queries.ts'
