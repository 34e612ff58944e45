import type { endpoints } from '#contract/index.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import type { InboxInquiry } from '#contract/studio/support.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { readStaff } from '#server/domains/accounts/index.ts'
import {
  type AnswerEmailSettings,
  answerInquiry,
  assignInquiry,
  fillTemplate,
  lockInquiry,
  readInbox,
  readInboxInquiry,
} from '#server/domains/customer-services/index.ts'
import { listStaffOrders } from '#server/domains/transactions/index.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { type Actor, recordAuditEntry } from '../audit-log.ts'
import { contentEditingHandlers } from './content-handlers.ts'
import { reviewHandlers } from './review-handlers.ts'

/** Orders shown with an inquiry. */
const maxOrders = 5

async function readDetail(db: Db, id: number, now: Date): Promise<InboxInquiry> {
  const inquiry = (await readInboxInquiry(db, id)) ?? throwProblem('not_found')
  const page = { limit: maxOrders, offset: 0 }
  const { results: orders } = await listStaffOrders(db, inquiry.member_id, page, now)
  return { ...inquiry, orders }
}

/** Records an answer from either channel. Omits the text, which belongs to the inquiry and can be deleted with it. */
export const recordAnswer = (tx: Tx, actor: Actor, { id }: { id: number }) =>
  recordAuditEntry(tx, actor, {
    ...{ kind: 'support.inquiry_answered', subject_kind: 'inquiry', subject_id: id },
    subject_name: `#${id}`,
  })

const idOf = ({ member }: Pick<RequestContext, 'member'>) =>
  member?.id ?? throwProblem('authentication_required')

export function studioSupportHandlers(
  deps: AnswerEmailSettings,
): Handlers<typeof endpoints.studio_support> {
  return {
    listInquiries: (call) => readInbox(call.db, idOf(call), call.query),
    readInquiry: ({ db, params, now }) => readDetail(db, params.id, now),

    async assignInquiry(call) {
      const { params, body, now } = call
      await call.transact(async (tx) => {
        const { was, is } = await assignInquiry(tx, { id: params.id, ...body })
        await recordAuditEntry(tx, call, {
          ...{ kind: 'support.inquiry_assigned', subject_kind: 'inquiry', subject_id: params.id },
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
        const reply = { id: params.id, answer, staff_id: idOf(call) }
        await recordAnswer(tx, call, await answerInquiry(tx, deps, now, reply))
      })
      return readDetail(call.db, params.id, now)
    },

    async listStaff({ db }) {
      const staff = await readStaff(db, { roles: studioAccess.support.staff })
      return staff.map(({ id, username }) => ({ id, username }))
    },

    ...contentEditingHandlers,
    ...reviewHandlers,
  }
}
