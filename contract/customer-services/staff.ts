import * as z from 'zod/mini'
import {
  answerLength,
  Subject,
  SubjectCode,
  StaffInquiry,
  titleLength,
} from '#contract/customer-services/customer-services.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { multilineText, singleLineText } from '#contract/core/text-fields.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import {
  bigIdParams,
  id,
  idParams,
  idString,
  timestamp,
  listResponse,
  paging,
} from '#contract/core/fields.ts'
import { OrderStatus, PaymentMethod } from '#contract/transactions/payment-schemas.ts'

export const faqTitleLength = { min: 1, max: 200 } as const
export const faqLength = { min: 1, max: 10_000 } as const
export const noticeTitleLength = { min: 1, max: 200 } as const
export const noticeLength = { min: 1, max: 20_000 } as const

/** Placeholders of a template: the member's name and the title of the inquiry. */
export const templatePlaceholders = { name: '{이름}', title: '{제목}' } as const

/** Inquiry filters: unanswered, unanswered and assigned to the caller, unanswered and unassigned, answered. */
export const inquiryFilters = ['open', 'mine', 'unassigned', 'answered'] as const
const version = id

export const StaffRef = z.object({ id: z.int(), username: z.string() })

/** An inquiry in the inbox. */
export const InboxItem = z.object({
  id: z.int(),
  title: z.string(),
  subject_id: z.int(),
  subject_code: SubjectCode,
  subject_name: z.string(),
  username: z.string(),
  has_attachment: z.boolean(),
  created_at: timestamp,
  answered_at: z.nullable(timestamp),
  assignee: z.nullable(StaffRef),
})

/** An inquiry with the context needed to answer it. Names and addresses are masked. */
export const InboxInquiry = z.extend(StaffInquiry, {
  member_id: z.int(),
  assignee: z.nullable(StaffRef),
  answered_by: z.nullable(StaffRef),
  /** Other inquiries of the member, newest first. */
  earlier: z.array(
    z.object({ id: z.int(), title: z.string(), created_at: timestamp, is_answered: z.boolean() }),
  ),
  /** Recent orders of the member, paid or not, newest first. */
  orders: z.array(
    z.object({
      order_id: z.string(),
      title: z.string(),
      amount: z.int(),
      payment_method: PaymentMethod,
      status: OrderStatus,
      created_at: timestamp,
    }),
  ),
})

export const MemberInquiry = z.object({
  id: z.int(),
  title: z.string(),
  subject_name: z.string(),
  created_at: timestamp,
  is_answered: z.boolean(),
})

export const AnswerTemplate = z.object({
  id: z.int(),
  title: z.string(),
  context: z.string(),
  version: z.int(),
})

/** An FAQ entry for editing; may be hidden. */
export const EditableFaq = z.object({
  id: z.int(),
  subject_id: z.int(),
  title: z.string(),
  context: z.string(),
  is_top: z.boolean(),
  is_hidden: z.boolean(),
  created_at: timestamp,
  version: z.int(),
})

export const EditableNotice = z.object({
  id: z.int(),
  title: z.string(),
  context: z.string(),
  is_pinned: z.boolean(),
  is_hidden: z.boolean(),
  created_at: timestamp,
  version: z.int(),
})

const template = { title: singleLineText(titleLength), context: multilineText(answerLength) }
const faq = {
  subject_id: id,
  title: singleLineText(faqTitleLength),
  context: multilineText(faqLength),
  is_top: z.boolean(),
  is_hidden: z.boolean(),
}
const notice = {
  title: singleLineText(noticeTitleLength),
  context: multilineText(noticeLength),
  is_pinned: z.boolean(),
  is_hidden: z.boolean(),
}
/** Changed fields, and the version they are based on; an outdated version fails with `conflict`. */
const changeOf = <S extends Record<string, z.ZodMiniType>>(shape: S) =>
  z.strictObject({ version, ...z.partial(z.object(shape)).shape })

export type StaffRef = z.infer<typeof StaffRef>
export type InboxItem = z.infer<typeof InboxItem>
export type InboxInquiry = z.infer<typeof InboxInquiry>
export type InquiryFilter = (typeof inquiryFilters)[number]
export type MemberInquiry = z.infer<typeof MemberInquiry>
export type AnswerTemplate = z.infer<typeof AnswerTemplate>
export type EditableFaq = z.infer<typeof EditableFaq>
export type EditableNotice = z.infer<typeof EditableNotice>

export const studio_support = {
  listInquiries: endpoint({
    method: 'GET',
    path: '/api/studio/inquiries/',
    summary: 'Lists the inbox: unanswered oldest first, answered newest first',
    access: studioAccess.support,
    query: z.strictObject({
      state: z._default(z.enum(inquiryFilters), 'open'),
      inquiry_subject_id: z.optional(idString),
      /** Matches title and text, ignoring spaces, or the number. */
      q: z.optional(z.string().check(z.maxLength(100), z.regex(/\S/), z.regex(/^[^\0]*$/))),
      ...paging(50),
    }),
    response: z.object({
      count: z.int(),
      results: z.array(InboxItem),
      /** Totals per filter, independent of the query. */
      counts: z.object({ open: z.int(), mine: z.int(), unassigned: z.int() }),
    }),
  }),
  readInquiry: endpoint({
    method: 'GET',
    path: '/api/studio/inquiries/{id}/',
    summary: 'Returns an inquiry with the member’s other inquiries and recent orders',
    access: studioAccess.support,
    params: bigIdParams,
    response: InboxInquiry,
  }),
  listMemberInquiries: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/inquiries/',
    summary: 'Lists the inquiries of a member, newest first',
    access: studioAccess.support,
    params: idParams,
    query: z.strictObject(paging(20)),
    response: listResponse(MemberInquiry),
  }),
  assignInquiry: endpoint({
    method: 'POST',
    path: '/api/studio/inquiries/{id}/assignment/',
    summary: 'Assigns an inquiry to a staff member, or unassigns it',
    access: studioAccess.support,
    params: bigIdParams,
    /** `from_id`: the assignee the client last read. `conflict` if it has changed. */
    body: z.strictObject({ staff_id: z.nullable(id), from_id: z.nullable(id) }),
    response: InboxInquiry,
    problems: ['already_answered', 'conflict'],
  }),
  answerInquiry: endpoint({
    method: 'POST',
    path: '/api/studio/inquiries/{id}/answer/',
    summary: 'Answers an inquiry, once; notifies the member by e-mail and on open pages',
    access: studioAccess.support,
    params: bigIdParams,
    /** `from_id` as in `assignInquiry`, so that an inquiry taken over by another staff member is not answered twice. */
    body: z.strictObject({ answer: multilineText(answerLength), from_id: z.nullable(id) }),
    response: InboxInquiry,
    problems: ['already_answered', 'conflict'],
  }),
  listStaff: endpoint({
    method: 'GET',
    path: '/api/studio/staff/',
    summary: 'Lists the staff members that inquiries can be assigned to',
    access: studioAccess.support,
    response: z.array(StaffRef),
  }),
  listTemplates: endpoint({
    method: 'GET',
    path: '/api/studio/templates/',
    summary: 'Lists the answer templates by title',
    access: studioAccess.support,
    response: z.array(AnswerTemplate),
  }),
  createTemplate: endpoint({
    method: 'POST',
    path: '/api/studio/templates/',
    summary: 'Adds an answer template',
    access: studioAccess.support,
    body: z.strictObject(template),
    response: AnswerTemplate,
    status: 201,
    problems: ['conflict'],
  }),
  updateTemplate: endpoint({
    method: 'PATCH',
    path: '/api/studio/templates/{id}/',
    summary: 'Changes an answer template',
    access: studioAccess.support,
    params: idParams,
    body: changeOf(template),
    response: AnswerTemplate,
    problems: ['conflict'],
  }),
  removeTemplate: endpoint({
    method: 'DELETE',
    path: '/api/studio/templates/{id}/',
    summary: 'Deletes an answer template',
    access: studioAccess.support,
    params: idParams,
    response: null,
  }),
  listEditableFaqs: endpoint({
    method: 'GET',
    path: '/api/studio/faqs/',
    summary: 'Lists every FAQ entry of a subject in order, including hidden ones',
    access: studioAccess.support,
    query: z.strictObject({ inquiry_subject_id: z._default(idString, 1) }),
    response: z.object({ subjects: z.array(Subject), results: z.array(EditableFaq) }),
  }),
  createFaq: endpoint({
    method: 'POST',
    path: '/api/studio/faqs/',
    summary: 'Appends an FAQ entry to its subject',
    access: studioAccess.support,
    body: z.strictObject(faq),
    response: EditableFaq,
    status: 201,
  }),
  updateFaq: endpoint({
    method: 'PATCH',
    path: '/api/studio/faqs/{id}/',
    summary: 'Changes, hides or shows an FAQ entry',
    access: studioAccess.support,
    params: idParams,
    body: changeOf(faq),
    response: EditableFaq,
    problems: ['conflict'],
  }),
  reorderFaqs: endpoint({
    method: 'POST',
    path: '/api/studio/faqs/order/',
    summary: 'Reorders the FAQ entries of a subject',
    access: studioAccess.support,
    /** Every entry of the subject; `conflict` if the set has changed. */
    body: z.strictObject({ subject_id: id, ids: z.array(id).check(z.maxLength(1_000)) }),
    response: z.array(EditableFaq),
    problems: ['conflict'],
  }),
  listEditableNotices: endpoint({
    method: 'GET',
    path: '/api/studio/notices/',
    summary: 'Lists notices in display order, including hidden ones',
    access: studioAccess.support,
    query: z.strictObject(paging(20)),
    response: listResponse(EditableNotice),
  }),
  readEditableNotice: endpoint({
    method: 'GET',
    path: '/api/studio/notices/{id}/',
    summary: 'Returns a notice for editing',
    access: studioAccess.support,
    params: idParams,
    response: EditableNotice,
  }),
  createNotice: endpoint({
    method: 'POST',
    path: '/api/studio/notices/',
    summary: 'Adds a notice',
    access: studioAccess.support,
    body: z.strictObject(notice),
    response: EditableNotice,
    status: 201,
  }),
  updateNotice: endpoint({
    method: 'PATCH',
    path: '/api/studio/notices/{id}/',
    summary: 'Changes, hides or shows a notice',
    access: studioAccess.support,
    params: idParams,
    body: changeOf(notice),
    response: EditableNotice,
    problems: ['conflict'],
  }),
}
