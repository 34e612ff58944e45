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
import { throwProblem } from '#server/shared/problem-error.ts'
import { type Actor, diffFields, recordAuditEntry } from '../audit-log.ts'
import type { SupportAuditEntry } from './audit-actions.ts'

type Editing = Pick<
  Handlers<typeof endpoints.studio_service>,
  | 'listEditedFaqs'
  | 'addFaq'
  | 'changeFaq'
  | 'orderFaqs'
  | 'listEditedNotices'
  | 'readEditedNotice'
  | 'addNotice'
  | 'changeNotice'
  | 'listTemplates'
  | 'addTemplate'
  | 'changeTemplate'
  | 'removeTemplate'
>

type Text = { id: number; title: string }

/** Records a text edit: all fields of a new text, otherwise the changed fields. */
function recordTextEdit<T extends Text>(
  tx: Tx,
  caller: Actor,
  action: Pick<SupportAuditEntry, 'kind' | 'subject_kind'>,
  { was, is }: { was?: T; is: T },
): Promise<void> {
  const { id: subject_id, title: subject_name } = is
  const change = was ? diffFields(was, is) : { after: is }
  return recordAuditEntry(tx, caller, { ...action, subject_id, subject_name, ...change })
}

const faq = { subject_kind: 'faq' } as const
const notice = { subject_kind: 'announcement' } as const
const template = { subject_kind: 'answer_template' } as const

/** FAQs, notices and answer templates. Database triggers invalidate the cached responses. */
export const contentEditingHandlers: Editing = {
  async listEditedFaqs({ db, query }) {
    const [subjects, results] = await Promise.all([
      readSubjects(db),
      readEditableFaqs(db, query.inquiry_subject_id),
    ])
    return { subjects, results }
  },
  addFaq: (call) =>
    call.transact(async (tx) => {
      const is = await createFaq(tx, call.body, call.now)
      await recordTextEdit(tx, call, { kind: 'service.faq_added', ...faq }, { is })
      return is
    }),
  changeFaq: (call) =>
    call.transact(async (tx) => {
      const changed = await updateFaq(tx, { ...call.params, ...call.body })
      await recordTextEdit(tx, call, { kind: 'service.faq_changed', ...faq }, changed)
      return changed.is
    }),
  async orderFaqs(call) {
    const { subject_id, ids } = call.body
    return call.transact(async (tx) => {
      const { before } = await reorderFaqs(tx, call.body)
      await recordAuditEntry(tx, call, {
        ...{ kind: 'service.faqs_ordered', subject_kind: 'inquiry_subject', subject_id },
        ...{ before: { ids: before }, after: { ids } },
      } satisfies SupportAuditEntry)
      return readEditableFaqs(tx, subject_id)
    })
  },

  listEditedNotices: ({ db, query }) => readEditableNotices(db, query),
  readEditedNotice: async ({ db, params }) =>
    (await readEditableNotice(db, params.id)) ?? throwProblem('not_found'),
  addNotice: (call) =>
    call.transact(async (tx) => {
      const is = await createNotice(tx, call.body, call.now)
      await recordTextEdit(tx, call, { kind: 'service.notice_added', ...notice }, { is })
      return is
    }),
  changeNotice: (call) =>
    call.transact(async (tx) => {
      const changed = await updateNotice(tx, { ...call.params, ...call.body })
      await recordTextEdit(tx, call, { kind: 'service.notice_changed', ...notice }, changed)
      return changed.is
    }),

  listTemplates: ({ db }) => readTemplates(db),
  addTemplate: (call) =>
    call.transact(async (tx) => {
      const is = await createTemplate(tx, call.body, call.now)
      await recordTextEdit(tx, call, { kind: 'service.template_added', ...template }, { is })
      return is
    }),
  changeTemplate: (call) =>
    call.transact(async (tx) => {
      const changed = await updateTemplate(tx, { ...call.params, ...call.body }, call.now)
      await recordTextEdit(tx, call, { kind: 'service.template_changed', ...template }, changed)
      return changed.is
    }),
  removeTemplate: (call) =>
    call.transact(async (tx) => {
      const before = (await deleteTemplate(tx, call.params.id)) ?? throwProblem('not_found')
      const { id: subject_id, title: subject_name } = before
      await recordAuditEntry(tx, call, {
        ...{ kind: 'service.template_removed', ...template, subject_id, subject_name, before },
      } satisfies SupportAuditEntry)
      return null
    }),
}
