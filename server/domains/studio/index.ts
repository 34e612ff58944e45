/**
 * What staff does to run the service (D-80). Invariants:
 * - Every call is one of staff whose session has proven a second factor.
 * - Every act is in the audit log, written in the transaction of what it changes, and stays there as it was written.
 * - Rows are changed by the domain that owns them: the studio calls it, and owns the log and the sums of its dashboard alone.
 * - Nothing shows a whole phone number, or anything of a password.
 */
export { studioHandlers } from './handlers.ts'
export { tendNumbers } from './numbers/fold.ts'
export { numbersHandlers } from './numbers/handlers.ts'
export { studioMembersHandlers } from './members/handlers.ts'
export { noteAnswer, studioServiceHandlers } from './service/handlers.ts'
export { recordCommand } from './acts.ts'
export { changeStaff, staffChanges } from './staff.ts'
export {
  incomingFile,
  studioUploadsHandlers,
  type StudioUploadsParts,
  tendUploads,
  uploadBooks,
} from './uploads/index.ts'
export { catalogueHandlers } from './catalogue/handlers.ts'
