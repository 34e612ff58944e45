import type { endpoints } from '#contract/index.ts'
import type { Tx } from '#server/db/client.ts'
import {
  createFaq,
  createNotice,
  createTemplate,
  updateFaq,
  updateNotice,
  updateTemplate,
  reorderFaqs,
  readEditableFaqs,
  readEditableNotice,
  readEditableNotices,
  readSubjects,
  readTemplates,
  deleteTemplate,
} from '#server/domains/customer-services/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { type AuditEntry, diffFields, recordAuditEntry } from '../audit-log.ts'

type Text = { id: number; title: string }
type Action = Pick<AuditEntry, 'kind' | 'subject_kind'>

/** Writes a text and records the edit: all fields of a new text, otherwise the changed fields. */
const editText = <T extends Text>(
  call: Pick<RequestContext, 'transact' | 'member' | 'client' | 'now'>,
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
export const contentEditingHandlers = {
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
        ...{ kind: 'support.faqs_reordered', subject_kind: 'inquiry_subject' as const, subject_id },
        ...{ before: { ids: before }, after: { ids } },
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
        ...{ kind: 'support.template_removed', ...template, subject_id, subject_name, before },
      })
      return null
    }),
} satisfies Partial<Handlers<typeof endpoints.studio_support>>
