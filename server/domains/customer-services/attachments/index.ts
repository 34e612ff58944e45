/**
 * Inquiry attachments (D-71): accepted types, sanitization and storage. Invariants:
 * - The content determines the type; the file name and the Content-Type header are ignored.
 * - Images are re-encoded from their pixels without metadata.
 * - Files with active content are rejected, as are files that cannot be fully inspected.
 */
export { inspectAttachment } from './inspect-attachment.ts'
export {
  deleteAttachment,
  readAttachmentFile,
  storeAttachment,
  deleteOrphanedAttachments,
} from './attachment-files.ts'
