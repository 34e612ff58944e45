import { multilineText, singleLineText } from '#contract/core/text-fields.ts'
import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import {
  booleanString,
  bigIdParams,
  idParams,
  idString,
  timestamp,
  integerString,
  listResponse,
  paging,
} from '#contract/core/fields.ts'

/** The seven inquiry subjects in display order; the first is the default of the specification. */
export const subjectCodes = [
  'account',
  'payment',
  'service',
  'contents',
  'inquiry',
  'team',
  'etc',
] as const
export const SubjectCode = z.enum(subjectCodes)

/** The page of a list of questions. */
export const faqPageSize = 6

/** Length limits in UTF-16 code units; the inquiry form counts a line break as one. */
export const titleLength = { min: 1, max: 100 } as const
export const inquiryLength = { min: 1, max: 1_000 } as const
export const answerLength = { min: 1, max: 4_000 } as const

/** Inclusive. */
export const attachmentMaxBytes = 10 * 1024 * 1024
/** Offered by the file picker; the server checks the file content instead. */
export const attachmentExtensions = [
  ...['.jpg', '.jpeg', '.png', '.gif', '.webp', '.bmp', '.heic', '.heif'],
  ...['.pdf', '.doc', '.docx', '.txt'],
] as const
/** Types of stored attachments, detected by content; BMP is stored as PNG, HEIC as JPEG. */
export const attachmentTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
] as const

export const Subject = z.object({ id: z.int(), code: SubjectCode, name: z.string() })

/** A matched range in UTF-16 code units, end exclusive. Ranges are ordered and do not overlap. */
const Match = z.object({ start: z.int(), end: z.int() })

/** An FAQ entry. The answer (`context`) is rich text (rich-text.ts). */
export const Faq = z.object({
  id: z.int(),
  title: z.string(),
  context: z.string(),
  created_at: timestamp,
  subject_id: z.int(),
  subject_code: SubjectCode,
  subject_name: z.string(),
})

/** An FAQ entry in a list. Both ranges are empty without a query. */
export const FaqSearchResult = z.extend(Faq, {
  /** In `title`. */
  matched_title: z.array(Match),
  /** In the plain text of `context`. */
  matched_context: z.array(Match),
})

/** An FAQ entry with its offset in the list of its subject: offset 7 is the second entry of page 2. */
export const FaqWithOffset = z.extend(Faq, { offset: z.int() })

/** An inquiry and its answer. Both texts are stored as typed and must be rendered as text, never as HTML. */
export const Inquiry = z.object({
  id: z.int(),
  title: z.string(),
  context: z.string(),
  /** Download path for the owner and the staff (`readAttachment`). Images can be used in an `img` element. */
  attachment_file: z.nullable(z.string()),
  /** The uploaded file name, sanitised. */
  attachment_name: z.nullable(z.string()),
  attachment_type: z.nullable(z.enum(attachmentTypes)),
  attachment_bytes: z.nullable(z.int()),
  subject_id: z.int(),
  subject_code: SubjectCode,
  subject_name: z.string(),
  created_at: timestamp,
  is_answered: z.boolean(),
  answer: z.nullable(z.string()),
  answered_at: z.nullable(timestamp),
})

/** An inquiry for staff, with the member's data masked. */
export const StaffInquiry = z.extend(Inquiry, {
  username: z.string(),
  email: z.string(),
})

/** A notice in a list: pinned notices first, then newest first. */
export const Announcement = z.object({
  id: z.int(),
  title: z.string(),
  is_pinned: z.boolean(),
  created_at: timestamp,
})

const Neighbour = z.nullable(z.object({ id: z.int(), title: z.string() }))

/** A notice with its rich text (rich-text.ts) and its neighbours by date. */
export const AnnouncementDetail = z.extend(Announcement, {
  context: z.string(),
  /** The next older notice. */
  previous: Neighbour,
  /** The next newer notice. */
  next: Neighbour,
})

/** The form fields beside the file `attachment_file`. */
export const InquiryBody = z.strictObject({
  /** The id of the subject with the selected code. */
  subject_id: idString,
  title: singleLineText(titleLength),
  context: multilineText(inquiryLength),
})

export type SubjectCode = z.infer<typeof SubjectCode>
export type Subject = z.infer<typeof Subject>
export type Faq = z.infer<typeof Faq>
export type FaqSearchResult = z.infer<typeof FaqSearchResult>
export type FaqWithOffset = z.infer<typeof FaqWithOffset>
export type Inquiry = z.infer<typeof Inquiry>
export type StaffInquiry = z.infer<typeof StaffInquiry>
export type Announcement = z.infer<typeof Announcement>
export type AnnouncementDetail = z.infer<typeof AnnouncementDetail>
export type AttachmentType = (typeof attachmentTypes)[number]

/** The specification uses `limit=0` for all inquiries; this is the cap. */
export const maxInquiries = 500

export const customer_services = {
  listSubjects: endpoint({
    method: 'GET',
    path: '/api/customer-services/subjects/',
    summary: 'Lists the inquiry subjects in display order',
    access: 'public',
    response: z.array(Subject),
  }),
  listFaqs: endpoint({
    method: 'GET',
    path: '/api/customer-services/faqs/',
    summary: 'Lists FAQ entries of a subject, by a text in any of them, or the most requested ones',
    access: 'public',
    query: z.strictObject({
      subject_id: z.optional(idString),
      /** Every word must occur in the entry, ignoring spaces. */
      q: z.optional(z.string().check(z.maxLength(100), z.regex(/\S/), z.regex(/^[^\0]*$/))),
      /** The entries shown on the customer service start page. */
      is_top: z.optional(booleanString),
      ...paging(faqPageSize),
    }),
    response: listResponse(FaqSearchResult),
  }),
  readFaq: endpoint({
    method: 'GET',
    path: '/api/customer-services/faqs/{id}/',
    summary: 'Returns an FAQ entry and its list offset, for direct links',
    access: 'public',
    params: idParams,
    response: FaqWithOffset,
  }),
  createInquiry: endpoint({
    method: 'POST',
    path: '/api/customer-services/inquiries/me/',
    summary: 'Creates an inquiry, with or without an attachment',
    access: 'member',
    body: InquiryBody,
    form: { file: 'attachment_file', max_bytes: attachmentMaxBytes },
    response: Inquiry,
    status: 201,
    problems: ['file_too_large', 'file_type_rejected', 'storage_unavailable'],
  }),
  listInquiries: endpoint({
    method: 'GET',
    path: '/api/customer-services/inquiries/me/',
    summary: 'Lists the member’s inquiries, newest first; `limit=0` returns all, at most 500',
    access: 'member',
    query: z.strictObject({
      offset: paging(20).offset,
      limit: z._default(integerString(0, 100), 20),
    }),
    response: listResponse(Inquiry),
  }),
  deleteInquiry: endpoint({
    method: 'DELETE',
    path: '/api/customer-services/inquiries/{id}/',
    summary: 'Removes an inquiry from the member’s list and deletes its attachment',
    access: 'member',
    params: bigIdParams,
    response: null,
  }),
  readAttachment: endpoint({
    method: 'GET',
    path: '/api/customer-services/inquiries/{id}/attachment/',
    summary: 'Downloads the attachment of an inquiry, for its owner and staff',
    access: 'member',
    params: bigIdParams,
    response: null,
    download: true,
  }),
  listOpenInquiries: endpoint({
    method: 'GET',
    path: '/api/customer-services/inquiries/',
    summary: 'Lists unanswered inquiries, oldest first',
    access: studioAccess.support,
    query: z.strictObject(paging(20)),
    response: listResponse(StaffInquiry),
  }),
  answerInquiry: endpoint({
    method: 'POST',
    path: '/api/customer-services/inquiries/{id}/answer/',
    summary: 'Answers an inquiry, once; notifies the member by e-mail and on open pages',
    access: studioAccess.support,
    params: bigIdParams,
    body: z.strictObject({ answer: multilineText(answerLength) }),
    response: StaffInquiry,
    problems: ['already_answered'],
  }),
  listAnnouncements: endpoint({
    method: 'GET',
    path: '/api/customer-services/announcements/',
    summary: 'Lists notices, pinned first, then newest first',
    access: 'public',
    query: z.strictObject(paging(20)),
    response: listResponse(Announcement),
  }),
  readAnnouncement: endpoint({
    method: 'GET',
    path: '/api/customer-services/announcements/{id}/',
    summary: 'Returns a notice with its neighbours',
    access: 'public',
    params: idParams,
    response: AnnouncementDetail,
  }),
}
