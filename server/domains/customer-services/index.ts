/**
 * Customer support: FAQs, inquiries and notices. Invariants:
 * - An inquiry and its attachment are visible only to its owner and to staff; others receive `not_found`.
 * - Deletion removes an inquiry and its file at once. The text moves to an anonymous archive for the legal retention
 *   period (decisions/0044-inquiries). Account deletion does the same for all inquiries of the member.
 * - An inquiry is answered once, and each answer sends one email.
 * - A file is stored only if its content is an allowed type without active content (decisions/0037-attachments).
 * - Texts are stored as typed and never interpreted as HTML. Staff texts for the public may use the markup of
 *   contract/customer-services/rich-text.ts; searches use the plain text.
 * - An edit of an outdated version is rejected and changes nothing.
 */
export { answerInquiry } from './inquiries/answer-inquiry.ts'
export {
  archiveMemberInquiries,
  customerServicesServerModule,
  customerServicesWorkerModule,
} from './registration.ts'
export { createTemplate } from './staff/edit-texts.ts'
export { assignInquiry } from './staff/assign-inquiry.ts'
export { readOpenInquiries } from './inquiries/inquiry-queries.ts'
