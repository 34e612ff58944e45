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
export { answerInquiry, fillTemplate } from './inquiries/answer-inquiry.ts'
export {
  archiveMemberInquiries,
  customerServicesServerModule,
  customerServicesWorkerModule,
} from './registration.ts'
export {
  createFaq,
  createNotice,
  createTemplate,
  reorderFaqs,
  updateFaq,
  updateNotice,
  updateTemplate,
} from './editing/edit-texts.ts'
export {
  deleteTemplate,
  readEditableFaqs,
  readEditableNotice,
  readEditableNotices,
  readTemplates,
} from './editing/text-queries.ts'
export { assignInquiry, lockInquiry } from './inbox/assign-inquiry.ts'
export { readInbox, readInboxInquiry } from './inbox/inbox-queries.ts'
export type { AnswerEmailSettings } from './dependencies.ts'
export { readSubjects } from './help-center/help-queries.ts'
export { readInquiries, readOpenInquiries } from './inquiries/inquiry-queries.ts'
