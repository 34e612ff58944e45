import type { endpoints } from '#contract/index.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import type { InboxInquiry } from '#contract/customer-services/staff.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { readStaff } from '#server/domains/accounts/index.ts'
import type { AnswerEmailSettings } from '../dependencies.ts'
import { answerInquiry, fillTemplate } from '../inquiries/answer-inquiry.ts'
import { assignInquiry, lockInquiry } from './assign-inquiry.ts'
import {
  createFaq,
  createNotice,
  createTemplate,
  reorderFaqs,
  updateFaq,
  updateNotice,
  updateTemplate,
} from './edit-texts.ts'
import {
  deleteTemplate,
  readEditableFaqs,
  readEditableNotice,
  readEditableNotices,
  readTemplates,
} from './text-queries.ts'
import { readInbox, readInboxInquiry } from './inbox-queries.ts'
import { readSubjects } from '../help-center/help-queries.ts'
import { readInquiries } from '../inquiries/inquiry-queries.ts'
import { listStaffOrders } from '#server/domains/transactions/index.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  type AuditEntry,
  diffFields,
  recordAuditEntry,
  type StaffCall,
  withAccessRecord,
} from '#server/domains/studio/index.ts'

type Text = { id: number; title: string }
type Action = Pick<AuditEntry, 'kind' | 'subject_kind'>

/** Writes a text and records the edit: all fields of a new text, otherwise the changed fields. */
const editText = <T extends Text>(
  call: StaffCall,
  action: Action,
  write: (tx: Tx) => Promise<{ was?: T; is: T }>,
): Promise<T> =>
  call.transact(async (tx) => {
    const { was, is } = await write(tx)
    const { id: subject_id, title: subject_name } = is
    const change = was ? diffFields(was, is) : { after: is }
    await recordAuditEntry(tx, call, { ...action, subject_id, subject_name, ...change })
    return is
  })

const faq = { subject_kind: 'faq' as const }
const notice = { subject_kind: 'announcement' as const }
const template = { subject_kind: 'answer_template' as const }

/** FAQs, notices and answer templates. Database triggers invalidate the cached responses. */
const contentEditingHandlers = {
  async listEditableFaqs({ db, query }) {
    const [subjects, results] = await Promise.all([
      readSubjects(db),
      readEditableFaqs(db, query.inquiry_subject_id),
    ])
    return { subjects, results }
  },
  createFaq: (call) =>
    editText(call, { kind: 'support.faq_added', ...faq }, async (tx) => ({
      is: await createFaq(tx, call.body, call.now),
    })),
  updateFaq: (call) =>
    editText(call, { kind: 'support.faq_changed', ...faq }, (tx) =>
      updateFaq(tx, { ...call.params, ...call.body }),
    ),
  async reorderFaqs(call) {
    const { subject_id, ids } = call.body
    return call.transact(async (tx) => {
      const { before } = await reorderFaqs(tx, call.body)
      await recordAuditEntry(tx, call, {
        kind: 'support.faqs_reordered',
        subject_kind: 'inquiry_subject' as const,
        subject_id,
        before: { ids: before },
        after: { ids },
      })
      return readEditableFaqs(tx, subject_id)
    })
  },

  listEditableNotices: ({ db, query }) => readEditableNotices(db, query),
  readEditableNotice: async ({ db, params }) =>
    (await readEditableNotice(db, params.id)) ?? throwProblem('not_found'),
  createNotice: (call) =>
    editText(call, { kind: 'support.notice_added', ...notice }, async (tx) => ({
      is: await createNotice(tx, call.body, call.now),
    })),
  updateNotice: (call) =>
    editText(call, { kind: 'support.notice_changed', ...notice }, (tx) =>
      updateNotice(tx, { ...call.params, ...call.body }),
    ),

  listTemplates: ({ db }) => readTemplates(db),
  createTemplate: (call) =>
    editText(call, { kind: 'support.template_added', ...template }, async (tx) => ({
      is: await createTemplate(tx, call.body, call.now),
    })),
  updateTemplate: (call) =>
    editText(call, { kind: 'support.template_changed', ...template }, (tx) =>
      updateTemplate(tx, { ...call.params, ...call.body }, call.now),
    ),
  removeTemplate: (call) =>
    call.transact(async (tx) => {
      const before = (await deleteTemplate(tx, call.params.id)) ?? throwProblem('not_found')
      const { id: subject_id, title: subject_name } = before
      await recordAuditEntry(tx, call, {
        kind: 'support.template_removed',
        ...template,
        subject_id,
        subject_name,
        before,
      })
      return null
    }),
} satisfies Partial<Handlers<typeof endpoints.studio_support>>

/** Orders shown with an inquiry. */
const maxOrders = 5

async function readDetail(db: Db, id: number, now: Date): Promise<InboxInquiry> {
  const inquiry = (await readInboxInquiry(db, id)) ?? throwProblem('not_found')
  const page = { limit: maxOrders, offset: 0 }
  const { results: orders } = await listStaffOrders(db, inquiry.member_id, page, now)
  return { ...inquiry, orders }
}

const idOf = ({ member }: Pick<RequestContext, 'member'>) =>
  member?.id ?? throwProblem('authentication_required')

export function studioSupportHandlers(
  deps: AnswerEmailSettings,
): Handlers<typeof endpoints.studio_support> {
  return {
    listInquiries: (call) => readInbox(call.db, idOf(call), call.query),
    listMemberInquiries: withAccessRecord(({ db, params, query }) =>
      readInquiries(db, params.id, query),
    ),
    readInquiry: ({ db, params, now }) => readDetail(db, params.id, now),

    async assignInquiry(call) {
      const { params, body, now } = call
      await call.transact(async (tx) => {
        const { was, is } = await assignInquiry(tx, { id: params.id, ...body })
        await recordAuditEntry(tx, call, {
          kind: 'support.inquiry_assigned',
          subject_kind: 'inquiry',
          subject_id: params.id,
          subject_name: `#${params.id}`,
          before: { staff_id: body.from_id, username: was },
          after: { staff_id: body.staff_id, username: is },
        })
      })
      return readDetail(call.db, params.id, now)
    },

    async answerInquiry(call) {
      const { params, body, now } = call
      await call.transact(async (tx) => {
        await lockInquiry(tx, { id: params.id, from_id: body.from_id })
        const answer = await fillTemplate(tx, { id: params.id, answer: body.answer })
        await answerInquiry(tx, deps, call, { id: params.id, answer })
      })
      return readDetail(call.db, params.id, now)
    },

    async listStaff({ db }) {
      const staff = await readStaff(db, { roles: studioAccess.support.staff })
      return staff.map(({ id, username }) => ({ id, username }))
    },

    ...contentEditingHandlers,
  }
}
