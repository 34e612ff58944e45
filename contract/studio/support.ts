import * as z from 'zod/mini'
import {
  answerLength,
  Subject,
  SubjectCode,
  StaffInquiry,
  multilineText,
  singleLineText,
  titleLength,
} from '#contract/customer-services/customer-services.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { idParams, idString, timestamp, listResponse, paging } from '#contract/core/fields.ts'
import { OrderStatus, PaymentMethod } from '#contract/transactions/payment-constants.ts'
import { Review, reportReasons } from '#contract/contents/reviews.ts'

export const faqTitleLength = { min: 1, max: 200 } as const
export const faqLength = { min: 1, max: 10_000 } as const
export const noticeTitleLength = { min: 1, max: 200 } as const
export const noticeLength = { min: 1, max: 20_000 } as const
export const reasonLength = { min: 1, max: 200 } as const

/** What stands in a template for the name of who asked, and for the title of what he asked. */
export const templatePlaceholders = { name: '{이름}', title: '{제목}' } as const

/** Which inquiries: those that wait, of them one's own or nobody's, or those that are answered. */
export const inquiryFilters = ['open', 'mine', 'unassigned', 'answered'] as const
/** Reviews with reports nobody looked at, and those that staff hid. */
export const reportFilters = ['reported', 'hidden'] as const
/** `keep` lets the review stand and settles its reports; `reopen` takes that back, `show` takes hiding back. */
export const moderationActions = ['hide', 'show', 'keep', 'reopen'] as const

/** Why something was done, for the audit log: one line. */
export const Reason = z
  .string()
  .check(z.maxLength(reasonLength.max), z.regex(/\S/), z.regex(/^\P{Cc}*$/u))
const id = z.int().check(z.gte(1), z.lte(2_147_483_647))
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

/** An inquiry that is opened, with what helps to answer it. Names and addresses are masked. */
export const InboxInquiry = z.extend(StaffInquiry, {
  member_id: z.int(),
  assignee: z.nullable(StaffRef),
  answered_by: z.nullable(StaffRef),
  /** What else he asked, the last first. */
  earlier: z.array(
    z.object({ id: z.int(), title: z.string(), created_at: timestamp, is_answered: z.boolean() }),
  ),
  /** What he ordered last, paid or not, the last first. */
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

export const AnswerTemplate = z.object({
  id: z.int(),
  title: z.string(),
  context: z.string(),
  version: z.int(),
})

/** As staff edits it: also what is hidden. */
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

/** A review that was reported or hidden. Its author is masked. */
export const ReportedReview = z.extend(Review, {
  member_id: z.int(),
  work: z.object({
    series_id: z.int(),
    title: z.string(),
    /** Null where the review is of the series. */
    episode_id: z.nullable(z.int()),
    episode_title: z.nullable(z.string()),
  }),
  is_hidden: z.boolean(),
  /** Reports nobody has looked at, by reason. */
  reports: z.array(z.object({ reason: z.enum(reportReasons), count: z.int() })),
  report_count: z.int(),
  reported_at: z.nullable(timestamp),
  /** Why it was hidden. */
  hidden_reason: z.nullable(z.string()),
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
/** What is changed, and the version that was seen: another one is told `conflict`. */
const changeOf = <S extends Record<string, z.ZodMiniType>>(shape: S) =>
  z.strictObject({ version, ...z.partial(z.object(shape)).shape })

export type StaffRef = z.infer<typeof StaffRef>
export type InboxItem = z.infer<typeof InboxItem>
export type InboxInquiry = z.infer<typeof InboxInquiry>
export type InquiryFilter = (typeof inquiryFilters)[number]
export type AnswerTemplate = z.infer<typeof AnswerTemplate>
export type EditableFaq = z.infer<typeof EditableFaq>
export type EditableNotice = z.infer<typeof EditableNotice>
export type ReportedReview = z.infer<typeof ReportedReview>
export type ReportFilter = (typeof reportFilters)[number]
export type ModerationAction = (typeof moderationActions)[number]

export const studio_support = {
  listInquiries: endpoint({
    method: 'GET',
    path: '/api/studio/inquiries/',
    summary: 'The inbox: what waits, the longest waiting first; what is answered, the last first',
    access: 'staff',
    query: z.strictObject({
      state: z._default(z.enum(inquiryFilters), 'open'),
      inquiry_subject_id: z.optional(idString),
      /** In title or text, spaces aside. */
      q: z.optional(z.string().check(z.maxLength(100), z.regex(/\S/), z.regex(/^[^\0]*$/))),
      ...paging(50),
    }),
    answer: z.object({
      count: z.int(),
      results: z.array(InboxItem),
      /** How many there are of each state, whatever else is asked for. */
      counts: z.object({ open: z.int(), mine: z.int(), unassigned: z.int() }),
    }),
  }),
  readInquiry: endpoint({
    method: 'GET',
    path: '/api/studio/inquiries/{id}/',
    summary: 'One inquiry, with what its member asked and paid before',
    access: 'staff',
    params: idParams,
    answer: InboxInquiry,
  }),
  assignInquiry: endpoint({
    method: 'POST',
    path: '/api/studio/inquiries/{id}/assignment/',
    summary: 'Gives an inquiry to somebody, or to nobody',
    access: 'staff',
    params: idParams,
    /** `from_id`: who had it as far as the caller knew. Where somebody else has it by now: `conflict`. */
    body: z.strictObject({ staff_id: z.nullable(id), from_id: z.nullable(id) }),
    answer: InboxInquiry,
    problems: ['already_answered', 'conflict'],
  }),
  answerInquiry: endpoint({
    method: 'POST',
    path: '/api/studio/inquiries/{id}/answer/',
    summary: 'Answers an inquiry, once: the member is told by mail and on his open pages (D-70)',
    access: 'staff',
    params: idParams,
    /** `from_id` as in `assignInquiry`: nobody writes into what a colleague has taken meanwhile. */
    body: z.strictObject({ answer: multilineText(answerLength), from_id: z.nullable(id) }),
    answer: InboxInquiry,
    problems: ['already_answered', 'conflict'],
  }),
  listColleagues: endpoint({
    method: 'GET',
    path: '/api/studio/colleagues/',
    summary: 'Who runs the service, to give inquiries to',
    access: 'staff',
    answer: z.array(StaffRef),
  }),
  listTemplates: endpoint({
    method: 'GET',
    path: '/api/studio/templates/',
    summary: 'Answers that are given again and again, by title',
    access: 'staff',
    answer: z.array(AnswerTemplate),
  }),
  addTemplate: endpoint({
    method: 'POST',
    path: '/api/studio/templates/',
    summary: 'Keeps an answer for the next time',
    access: 'staff',
    body: z.strictObject(template),
    answer: AnswerTemplate,
    status: 201,
    problems: ['conflict'],
  }),
  changeTemplate: endpoint({
    method: 'PATCH',
    path: '/api/studio/templates/{id}/',
    summary: 'Changes such an answer',
    access: 'staff',
    params: idParams,
    body: changeOf(template),
    answer: AnswerTemplate,
    problems: ['conflict'],
  }),
  removeTemplate: endpoint({
    method: 'DELETE',
    path: '/api/studio/templates/{id}/',
    summary: 'Forgets such an answer',
    access: 'staff',
    params: idParams,
    answer: null,
  }),
  listEditedFaqs: endpoint({
    method: 'GET',
    path: '/api/studio/faqs/',
    summary: 'Every question of a subject in its order, hidden ones too',
    access: 'staff',
    query: z.strictObject({ inquiry_subject_id: z._default(idString, 1) }),
    answer: z.object({ subjects: z.array(Subject), results: z.array(EditableFaq) }),
  }),
  addFaq: endpoint({
    method: 'POST',
    path: '/api/studio/faqs/',
    summary: 'Adds a question at the end of its subject',
    access: 'staff',
    body: z.strictObject(faq),
    answer: EditableFaq,
    status: 201,
  }),
  changeFaq: endpoint({
    method: 'PATCH',
    path: '/api/studio/faqs/{id}/',
    summary: 'Changes a question, or hides or shows it',
    access: 'staff',
    params: idParams,
    body: changeOf(faq),
    answer: EditableFaq,
    problems: ['conflict'],
  }),
  orderFaqs: endpoint({
    method: 'POST',
    path: '/api/studio/faqs/order/',
    summary: 'Puts the questions of a subject into an order',
    access: 'staff',
    /** Every question of the subject; `conflict` where it has others by now. */
    body: z.strictObject({ subject_id: id, ids: z.array(id).check(z.maxLength(1_000)) }),
    answer: z.array(EditableFaq),
    problems: ['conflict'],
  }),
  listEditedNotices: endpoint({
    method: 'GET',
    path: '/api/studio/notices/',
    summary: 'Notices as viewers have them, hidden ones too',
    access: 'staff',
    query: z.strictObject(paging(20)),
    answer: listResponse(EditableNotice),
  }),
  readEditedNotice: endpoint({
    method: 'GET',
    path: '/api/studio/notices/{id}/',
    summary: 'One notice, to be edited',
    access: 'staff',
    params: idParams,
    answer: EditableNotice,
  }),
  addNotice: endpoint({
    method: 'POST',
    path: '/api/studio/notices/',
    summary: 'Adds a notice',
    access: 'staff',
    body: z.strictObject(notice),
    answer: EditableNotice,
    status: 201,
  }),
  changeNotice: endpoint({
    method: 'PATCH',
    path: '/api/studio/notices/{id}/',
    summary: 'Changes a notice, or hides or shows it',
    access: 'staff',
    params: idParams,
    body: changeOf(notice),
    answer: EditableNotice,
    problems: ['conflict'],
  }),
  listReportedReviews: endpoint({
    method: 'GET',
    path: '/api/studio/reviews/',
    summary: 'Reviews with reports, the most first; or those that are hidden, the last first',
    access: 'staff',
    query: z.strictObject({
      report_state: z._default(z.enum(reportFilters), 'reported'),
      ...paging(20),
    }),
    answer: listResponse(ReportedReview),
  }),
  judgeReview: endpoint({
    method: 'POST',
    path: '/api/studio/reviews/{id}/verdict/',
    summary: 'Hides a reported review or lets it stand, or takes either back (D-60)',
    access: 'staff',
    params: idParams,
    /** A reason is wanted for hiding. `conflict` where it is so already. */
    body: z.strictObject({ verdict: z.enum(moderationActions), reason: z.optional(Reason) }),
    answer: ReportedReview,
    problems: ['conflict'],
  }),
}
