/**
 * What people ask us and what we tell everybody: questions with answers, inquiries, notices. Invariants:
 * - An inquiry and its file are seen by its owner and the staff; to anybody else they are as absent as none (D-05).
 * - Deleted is gone for its owner at once, with the file; the text moves to the archive for as long as the law
 *   says, which names nobody (D-18, D-70). So does everything a member asked when he leaves.
 * - An inquiry is answered once, and one answer is one mail.
 * - A file is kept only where its content is what may be attached and cannot run (D-71).
 * - Texts are kept as they were typed, and are text: nothing here or later takes them for HTML. What staff writes for
 *   everybody may carry marks (contract/customer-services/rich-text.ts); a search looks at what is left without them.
 * - Who changes what somebody else changed meanwhile is told, and changes nothing.
 */
export { answerInTransaction, answerInquiry } from './inquiries/answer-inquiry.ts'
export { archiveMemberInquiries } from './inquiries/close-account.ts'
export { createFaq, updateFaq, reorderFaqs, readEditableFaqs } from './editing/faqs.ts'
export {
  createNotice,
  updateNotice,
  readEditableNotice,
  readEditableNotices,
} from './editing/notices.ts'
export {
  createTemplate,
  updateTemplate,
  readTemplates,
  deleteTemplate,
} from './editing/templates.ts'
export { customerServicesHandlers } from './handlers.ts'
export { assignInquiry, lockInquiry } from './inbox/assign-inquiry.ts'
export { fillTemplate } from './inbox/fill-template.ts'
export { readInbox, readInboxInquiry } from './inbox/inbox-queries.ts'
export type { AnswerEmailSettings, RecordAnswer, SupportDependencies } from './dependencies.ts'
export { readSubjects } from './help-center/help-queries.ts'
export { readInquiries, readOpenInquiries } from './inquiries/inquiry-queries.ts'
export { runCustomerServicesMaintenance } from './maintenance.ts'
