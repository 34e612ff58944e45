import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  booleanString,
  idParams,
  idString,
  timestamp,
  integerString,
  listResponse,
  paging,
} from '#contract/core/fields.ts'

/** The seven kinds of questions, in the order screens show them; without a name, the first (spec). */
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

/** Lengths as an inquiry's form counts them: in UTF-16 code units, a line break as one. */
export const titleLength = { min: 1, max: 100 } as const
export const inquiryLength = { min: 1, max: 1_000 } as const
export const answerLength = { min: 1, max: 4_000 } as const

/** D-71. Inclusive. */
export const attachmentMaxBytes = 10 * 1024 * 1024
/** What a file picker offers; the server goes by what is in the file. */
export const attachmentExtensions = [
  ...['.jpg', '.jpeg', '.png', '.gif', '.webp'],
  ...['.pdf', '.doc', '.docx', '.txt'],
] as const
/** D-71. What an attachment is, by its content. */
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

/** A stretch of a text that a query matched, in UTF-16 code units, end exclusive. In order, none over another. */
const Match = z.object({ start: z.int(), end: z.int() })

/** Question and answer. The answer is a marked text (marked-text.ts). */
export const Faq = z.object({
  id: z.int(),
  title: z.string(),
  context: z.string(),
  created_at: timestamp,
  subject_id: z.int(),
  subject_code: SubjectCode,
  subject_name: z.string(),
})

/** A question in a list. Both are empty where nothing was searched for. */
export const FaqSearchResult = z.extend(Faq, {
  /** In `title`. */
  matched_title: z.array(Match),
  /** In the plain text of `context`. */
  matched_context: z.array(Match),
})

/** A question by itself, and where its own category's list has it: `offset` 7 is the second of page 2. */
export const FaqWithOffset = z.extend(Faq, { offset: z.int() })

/** What a member asked, and what we answered. Texts are as they were typed: shown as text, never as HTML. */
export const Inquiry = z.object({
  id: z.int(),
  title: z.string(),
  context: z.string(),
  /** Where the owner and the staff download it: `readAttachment`. An image may stand in an `img` of it. */
  attachment_file: z.nullable(z.string()),
  /** As its owner called it, made harmless. */
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

/** An inquiry as the staff sees it: whose it is, masked. */
export const StaffInquiry = z.extend(Inquiry, {
  username: z.string(),
  email: z.string(),
})

/** A notice in a list, the pinned ones first, then the newest. */
export const Announcement = z.object({
  id: z.int(),
  title: z.string(),
  is_pinned: z.boolean(),
  created_at: timestamp,
})

const Neighbour = z.nullable(z.object({ id: z.int(), title: z.string() }))

/** A notice by itself: a marked text (marked-text.ts). Its neighbours are by date. */
export const AnnouncementDetail = z.extend(Announcement, {
  context: z.string(),
  /** The next older one. */
  previous: Neighbour,
  /** The next newer one. */
  next: Neighbour,
})

/** Something that can be read. */
const readable = z.regex(/\S/)

/** One line, kept as typed: nothing in it that is no text. */
export const singleLineText = ({ min, max }: { min: number; max: number }) =>
  z.string().check(z.minLength(min), z.maxLength(max), readable, z.regex(/^\P{Cc}*$/u))

/** Several lines of the same. */
export const multilineText = ({ min, max }: { min: number; max: number }) =>
  z.string().check(z.minLength(min), z.maxLength(max), readable, z.regex(/^(?:\P{Cc}|[\t\r\n])*$/u))

/** What is sent as a form, beside its file `attachment_file`. */
export const InquiryBody = z.strictObject({
  /** The id of the subject matching the chosen code. */
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

/** D-02: 0 is all, as the specification asks for inquiries, capped at `mostInquiries`. */
export const maxInquiries = 500

export const customer_services = {
  listSubjects: endpoint({
    method: 'GET',
    path: '/api/customer-services/subjects/',
    summary: 'What a question can be about, in the order screens show it',
    access: 'public',
    answer: z.array(Subject),
  }),
  listFaqs: endpoint({
    method: 'GET',
    path: '/api/customer-services/faqs/',
    summary:
      'Questions and answers: of a category, found by a text in any of them (D-70), or those most asked',
    access: 'public',
    query: z.strictObject({
      subject_id: z.optional(idString),
      /** Every word of it is found in what is answered, spaces between syllables aside. */
      q: z.optional(z.string().check(z.maxLength(100), z.regex(/\S/), z.regex(/^[^\0]*$/))),
      /** Those the front door shows. */
      is_top: z.optional(booleanString),
      ...paging(faqPageSize),
    }),
    answer: listResponse(FaqSearchResult),
  }),
  readFaq: endpoint({
    method: 'GET',
    path: '/api/customer-services/faqs/{id}/',
    summary: 'One question and its place, for a link that leads to it',
    access: 'public',
    params: idParams,
    answer: FaqWithOffset,
  }),
  writeInquiry: endpoint({
    method: 'POST',
    path: '/api/customer-services/inquiries/me/',
    summary: 'Asks us something, with a file or without (D-71)',
    access: 'member',
    body: InquiryBody,
    form: { file: 'attachment_file', max_bytes: attachmentMaxBytes },
    answer: Inquiry,
    status: 201,
    problems: ['file_too_large', 'file_not_taken', 'file_not_stored'],
  }),
  listInquiries: endpoint({
    method: 'GET',
    path: '/api/customer-services/inquiries/me/',
    summary: 'What the member asked, the last first; `limit=0` is all, 500 at most (D-02)',
    access: 'member',
    query: z.strictObject({
      offset: paging(20).offset,
      limit: z._default(integerString(0, 100), 20),
    }),
    answer: listResponse(Inquiry),
  }),
  deleteInquiry: endpoint({
    method: 'DELETE',
    path: '/api/customer-services/inquiries/{id}/',
    summary: 'Takes an inquiry away from the member’s list, and its file from us (D-70)',
    access: 'member',
    params: idParams,
    answer: null,
  }),
  readAttachment: endpoint({
    method: 'GET',
    path: '/api/customer-services/inquiries/{id}/attachment/',
    summary: 'The file of an inquiry, for its owner and the staff, as a download (D-71)',
    access: 'member',
    params: idParams,
    answer: null,
    download: true,
  }),
  listOpenInquiries: endpoint({
    method: 'GET',
    path: '/api/customer-services/inquiries/',
    summary: 'What members wait for an answer to, the longest waiting first',
    access: 'staff',
    query: z.strictObject(paging(20)),
    answer: listResponse(StaffInquiry),
  }),
  answerInquiry: endpoint({
    method: 'POST',
    path: '/api/customer-services/inquiries/{id}/answer/',
    summary: 'Answers an inquiry, once: the member is told by mail and on his open pages (D-70)',
    access: 'staff',
    params: idParams,
    body: z.strictObject({ answer: multilineText(answerLength) }),
    answer: StaffInquiry,
    problems: ['already_answered'],
  }),
  listAnnouncements: endpoint({
    method: 'GET',
    path: '/api/customer-services/announcements/',
    summary: 'Notices, the pinned ones first, then the newest (D-72)',
    access: 'public',
    query: z.strictObject(paging(20)),
    answer: listResponse(Announcement),
  }),
  readAnnouncement: endpoint({
    method: 'GET',
    path: '/api/customer-services/announcements/{id}/',
    summary: 'One notice, with its neighbours',
    access: 'public',
    params: idParams,
    answer: AnnouncementDetail,
  }),
}
