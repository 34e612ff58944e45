import * as z from 'zod/mini'
import {
  answerBounds,
  Subject,
  SubjectCode,
  StaffInquiry,
  text,
  Title,
  titleBounds,
} from './customer-services.ts'
import { endpoint } from './endpoint.ts'
import { byId, idText, instant, listOf, paging } from './fields.ts'
import { OrderStatus, PaymentMethod } from './money.ts'
import { Review, reportReasons } from './reviews.ts'

export const faqTitleBounds = { min: 1, max: 200 } as const
export const faqBounds = { min: 1, max: 10_000 } as const
export const noticeTitleBounds = { min: 1, max: 200 } as const
export const noticeBounds = { min: 1, max: 20_000 } as const
export const reasonBounds = { min: 1, max: 200 } as const

/** What stands in a template for the name of who asked, and for the title of what he asked. */
export const placeholders = { name: '{이름}', title: '{제목}' } as const

/** Which inquiries: those that wait, of them one's own or nobody's, or those that are answered. */
export const inquiryStates = ['open', 'mine', 'unassigned', 'answered'] as const
/** Reviews with reports nobody looked at, and those that staff hid. */
export const reportStates = ['reported', 'hidden'] as const
/** `keep` lets the review stand and settles its reports; `reopen` takes that back, `show` takes hiding back. */
export const verdicts = ['hide', 'show', 'keep', 'reopen'] as const

/** Why something was done, for the audit log: one line. */
export const Reason = z
  .string()
  .check(z.maxLength(reasonBounds.max), z.regex(/\S/), z.regex(/^\P{Cc}*$/u))
const id = z.int().check(z.gte(1), z.lte(2_147_483_647))
const version = id

export const Colleague = z.object({ id: z.int(), username: z.string() })

/** An inquiry in the inbox. */
export const InboxLine = z.object({
  id: z.int(),
  title: z.string(),
  subject_id: z.int(),
  subject_code: SubjectCode,
  subject_name: z.string(),
  username: z.string(),
  has_attachment: z.boolean(),
  created_at: instant,
  answered_at: z.nullable(instant),
  assignee: z.nullable(Colleague),
})

/** An inquiry that is opened, with what helps to answer it. Names and addresses are masked. */
export const InboxInquiry = z.extend(StaffInquiry, {
  member_id: z.int(),
  assignee: z.nullable(Colleague),
  answered_by: z.nullable(Colleague),
  /** What else he asked, the last first. */
  earlier: z.array(
    z.object({ id: z.int(), title: z.string(), created_at: instant, is_answered: z.boolean() }),
  ),
  /** What he ordered last, paid or not, the last first. */
  orders: z.array(
    z.object({
      order_id: z.string(),
      title: z.string(),
      amount: z.int(),
      payment_method: PaymentMethod,
      status: OrderStatus,
      created_at: instant,
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
export const EditedFaq = z.object({
  id: z.int(),
  subject_id: z.int(),
  title: z.string(),
  context: z.string(),
  is_top: z.boolean(),
  is_hidden: z.boolean(),
  created_at: instant,
  version: z.int(),
})

export const EditedNotice = z.object({
  id: z.int(),
  title: z.string(),
  context: z.string(),
  is_pinned: z.boolean(),
  is_hidden: z.boolean(),
  created_at: instant,
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
  reported_at: z.nullable(instant),
  /** Why it was hidden. */
  hidden_reason: z.nullable(z.string()),
})

const template = { title: Title(titleBounds), context: text(answerBounds) }
const faq = {
  subject_id: id,
  title: Title(faqTitleBounds),
  context: text(faqBounds),
  is_top: z.boolean(),
  is_hidden: z.boolean(),
}
const notice = {
  title: Title(noticeTitleBounds),
  context: text(noticeBounds),
  is_pinned: z.boolean(),
  is_hidden: z.boolean(),
}
/** What is changed, and the version that was seen: another one is told `conflict`. */
const changeOf = <S extends Record<string, z.ZodMiniType>>(shape: S) =>
  z.strictObject({ version, ...z.partial(z.object(shape)).shape })

export type Colleague = z.infer<typeof Colleague>
export type InboxLine = z.infer<typeof InboxLine>
export type InboxInquiry = z.infer<typeof InboxInquiry>
export type InquiryState = (typeof inquiryStates)[number]
export type AnswerTemplate = z.infer<typeof AnswerTemplate>
export type EditedFaq = z.infer<typeof EditedFaq>
export type EditedNotice = z.infer<typeof EditedNotice>
export type ReportedReview = z.infer<typeof ReportedReview>
export type ReportState = (typeof reportStates)[number]
export type Verdict = (typeof verdicts)[number]

export const studio_service = {
  listInquiries: endpoint({
    method: 'GET',
    path: '/api/studio/inquiries/',
    summary: 'The inbox: what waits, the longest waiting first; what is answered, the last first',
    access: 'staff',
    query: z.strictObject({
      state: z._default(z.enum(inquiryStates), 'open'),
      inquiry_subject_id: z.optional(idText),
      /** In title or text, spaces aside. */
      q: z.optional(z.string().check(z.maxLength(100), z.regex(/\S/), z.regex(/^[^\0]*$/))),
      ...paging(50),
    }),
    answer: z.object({
      count: z.int(),
      results: z.array(InboxLine),
      /** How many there are of each state, whatever else is asked for. */
      counts: z.object({ open: z.int(), mine: z.int(), unassigned: z.int() }),
    }),
  }),
  readInquiry: endpoint({
    method: 'GET',
    path: '/api/studio/inquiries/{id}/',
    summary: 'One inquiry, with what its member asked and paid before',
    access: 'staff',
    params: byId,
    answer: InboxInquiry,
  }),
  assignInquiry: endpoint({
    method: 'POST',
    path: '/api/studio/inquiries/{id}/assignment/',
    summary: 'Gives an inquiry to somebody, or to nobody',
    access: 'staff',
    params: byId,
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
    params: byId,
    /** `from_id` as in `assignInquiry`: nobody writes into what a colleague has taken meanwhile. */
    body: z.strictObject({ answer: text(answerBounds), from_id: z.nullable(id) }),
    answer: InboxInquiry,
    problems: ['already_answered', 'conflict'],
  }),
  listColleagues: endpoint({
    method: 'GET',
    path: '/api/studio/colleagues/',
    summary: 'Who runs the service, to give inquiries to',
    access: 'staff',
    answer: z.array(Colleague),
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
    params: byId,
    body: changeOf(template),
    answer: AnswerTemplate,
    problems: ['conflict'],
  }),
  removeTemplate: endpoint({
    method: 'DELETE',
    path: '/api/studio/templates/{id}/',
    summary: 'Forgets such an answer',
    access: 'staff',
    params: byId,
    answer: null,
  }),
  listEditedFaqs: endpoint({
    method: 'GET',
    path: '/api/studio/faqs/',
    summary: 'Every question of a subject in its order, hidden ones too',
    access: 'staff',
    query: z.strictObject({ inquiry_subject_id: z._default(idText, 1) }),
    answer: z.object({ subjects: z.array(Subject), results: z.array(EditedFaq) }),
  }),
  addFaq: endpoint({
    method: 'POST',
    path: '/api/studio/faqs/',
    summary: 'Adds a question at the end of its subject',
    access: 'staff',
    body: z.strictObject(faq),
    answer: EditedFaq,
    status: 201,
  }),
  changeFaq: endpoint({
    method: 'PATCH',
    path: '/api/studio/faqs/{id}/',
    summary: 'Changes a question, or hides or shows it',
    access: 'staff',
    params: byId,
    body: changeOf(faq),
    answer: EditedFaq,
    problems: ['conflict'],
  }),
  orderFaqs: endpoint({
    method: 'POST',
    path: '/api/studio/faqs/order/',
    summary: 'Puts the questions of a subject into an order',
    access: 'staff',
    /** Every question of the subject; `conflict` where it has others by now. */
    body: z.strictObject({ subject_id: id, ids: z.array(id).check(z.maxLength(1_000)) }),
    answer: z.array(EditedFaq),
    problems: ['conflict'],
  }),
  listEditedNotices: endpoint({
    method: 'GET',
    path: '/api/studio/notices/',
    summary: 'Notices as viewers have them, hidden ones too',
    access: 'staff',
    query: z.strictObject(paging(20)),
    answer: listOf(EditedNotice),
  }),
  readEditedNotice: endpoint({
    method: 'GET',
    path: '/api/studio/notices/{id}/',
    summary: 'One notice, to be edited',
    access: 'staff',
    params: byId,
    answer: EditedNotice,
  }),
  addNotice: endpoint({
    method: 'POST',
    path: '/api/studio/notices/',
    summary: 'Adds a notice',
    access: 'staff',
    body: z.strictObject(notice),
    answer: EditedNotice,
    status: 201,
  }),
  changeNotice: endpoint({
    method: 'PATCH',
    path: '/api/studio/notices/{id}/',
    summary: 'Changes a notice, or hides or shows it',
    access: 'staff',
    params: byId,
    body: changeOf(notice),
    answer: EditedNotice,
    problems: ['conflict'],
  }),
  listReportedReviews: endpoint({
    method: 'GET',
    path: '/api/studio/reviews/',
    summary: 'Reviews with reports, the most first; or those that are hidden, the last first',
    access: 'staff',
    query: z.strictObject({
      report_state: z._default(z.enum(reportStates), 'reported'),
      ...paging(20),
    }),
    answer: listOf(ReportedReview),
  }),
  judgeReview: endpoint({
    method: 'POST',
    path: '/api/studio/reviews/{id}/verdict/',
    summary: 'Hides a reported review or lets it stand, or takes either back (D-60)',
    access: 'staff',
    params: byId,
    /** A reason is wanted for hiding. `conflict` where it is so already. */
    body: z.strictObject({ verdict: z.enum(verdicts), reason: z.optional(Reason) }),
    answer: ReportedReview,
    problems: ['conflict'],
  }),
}
