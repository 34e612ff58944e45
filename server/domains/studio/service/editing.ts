import type { endpoints } from '#contract/index.ts'
import {
  addFaq,
  addNotice,
  changeFaq,
  changeNotice,
  orderFaqs,
  readEditedFaqs,
  readEditedNotice,
  readEditedNotices,
  readSubjects,
} from '#server/domains/customer-services/index.ts'
import type { Handlers } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { changeOf, recordAct } from '../acts.ts'
import type { ServiceAct } from './kinds.ts'

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
>

const faq = { subject_kind: 'faq' } as const
const notice = { subject_kind: 'announcement' } as const

/** What everybody reads. Prepared answers are dropped by the tables' own triggers. */
export const editingHandlers: Editing = {
  async listEditedFaqs({ db, query }) {
    const [subjects, results] = await Promise.all([
      readSubjects(db),
      readEditedFaqs(db, query.inquiry_subject_id),
    ])
    return { subjects, results }
  },
  addFaq: (call) =>
    call.transact(async (tx) => {
      const after = await addFaq(tx, call.body, call.now)
      await recordAct(tx, call, {
        ...{ kind: 'service.faq_added', ...faq, subject_id: after.id },
        ...{ subject_name: after.title, after },
      } satisfies ServiceAct)
      return after
    }),
  changeFaq: (call) =>
    call.transact(async (tx) => {
      const { was, is } = await changeFaq(tx, { ...call.params, ...call.body })
      await recordAct(tx, call, {
        ...{ kind: 'service.faq_changed', ...faq, subject_id: is.id },
        ...{ subject_name: is.title, ...changeOf(was, is) },
      } satisfies ServiceAct)
      return is
    }),
  async orderFaqs(call) {
    const { subject_id, ids } = call.body
    return call.transact(async (tx) => {
      const { before } = await orderFaqs(tx, call.body)
      await recordAct(tx, call, {
        ...{ kind: 'service.faqs_ordered', subject_kind: 'inquiry_subject', subject_id },
        ...{ before: { ids: before }, after: { ids } },
      } satisfies ServiceAct)
      return readEditedFaqs(tx, subject_id)
    })
  },

  listEditedNotices: ({ db, query }) => readEditedNotices(db, query),
  readEditedNotice: async ({ db, params }) =>
    (await readEditedNotice(db, params.id)) ?? refuse('not_found'),
  addNotice: (call) =>
    call.transact(async (tx) => {
      const after = await addNotice(tx, call.body, call.now)
      await recordAct(tx, call, {
        ...{ kind: 'service.notice_added', ...notice, subject_id: after.id },
        ...{ subject_name: after.title, after },
      } satisfies ServiceAct)
      return after
    }),
  changeNotice: (call) =>
    call.transact(async (tx) => {
      const { was, is } = await changeNotice(tx, { ...call.params, ...call.body })
      await recordAct(tx, call, {
        ...{ kind: 'service.notice_changed', ...notice, subject_id: is.id },
        ...{ subject_name: is.title, ...changeOf(was, is) },
      } satisfies ServiceAct)
      return is
    }),
}
