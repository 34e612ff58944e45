/**
 * Files that come with inquiries (D-71): what they may be, how they are made harmless, where they lie. Invariants:
 * - What a file is, its content says; its name and what a browser calls it count for nothing.
 * - Images are drawn anew from their pixels; nothing else that came with them is kept.
 * - What could run where the staff opens it is refused, and what cannot be looked through is, too.
 */
export { inspectAttachment } from './inspect-attachment.ts'
export {
  deleteAttachment,
  readAttachmentFile,
  storeAttachment,
  deleteOrphanedAttachments,
} from './attachment-files.ts'
