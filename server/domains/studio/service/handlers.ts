import type { endpoints } from '#contract/index.ts'
import type { InboxInquiry } from '#contract/studio-service.ts'
import type { Db } from '#server/db/client.ts'
import { readStaff } from '#server/domains/accounts/index.ts'
import {
  type AnswerParts,
  answerIn,
  assignInquiry,
  fillAnswer,
  holdInquiry,
  type NoteAnswer,
  readInbox,
  readInboxInquiry,
} from '#server/domains/customer-services/index.ts'
import { listOrders } from '#server/domains/transactions/index.ts'
import type { Caller, Handlers } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { recordAct } from '../acts.ts'
import { editingHandlers } from './editing.ts'
import type { ServiceAct } from './kinds.ts'
import { reviewHandlers } from './reviews.ts'

/** So many orders stand beside an inquiry. */
const ordersBeside = 5

async function shown(db: Db, id: number, now: Date): Promise<InboxInquiry> {
  const inquiry = (await readInboxInquiry(db, id)) ?? refuse('not_found')
  const page = { limit: ordersBeside, offset: 0 }
  const { results: orders } = await listOrders(db, inquiry.member_id, page, now)
  return { ...inquiry, orders }
}

/** Beside an answer, however it is given. What was answered is with the inquiry, which goes when its owner wants it to. */
export const noteAnswer: NoteAnswer = (tx, caller, { id }) =>
  recordAct(tx, caller, {
    ...{ kind: 'service.inquiry_answered', subject_kind: 'inquiry', subject_id: id },
    subject_name: `#${id}`,
  } satisfies ServiceAct)

const idOf = ({ member }: Pick<Caller, 'member'>) => member?.id ?? refuse('authentication_required')

export function studioServiceHandlers(
  parts: AnswerParts,
): Handlers<typeof endpoints.studio_service> {
  return {
    listInquiries: (call) => readInbox(call.db, idOf(call), call.query),
    readInquiry: ({ db, params, now }) => shown(db, params.id, now),

    async assignInquiry(call) {
      const { params, body, now } = call
      await call.transact(async (tx) => {
        const { was, is } = await assignInquiry(tx, { id: params.id, ...body })
        await recordAct(tx, call, {
          ...{ kind: 'service.inquiry_assigned', subject_kind: 'inquiry', subject_id: params.id },
          subject_name: `#${params.id}`,
          before: { staff_id: body.from_id, username: was },
          after: { staff_id: body.staff_id, username: is },
        } satisfies ServiceAct)
      })
      return shown(call.db, params.id, now)
    },

    async answerInquiry(call) {
      const { params, body, now } = call
      await call.transact(async (tx) => {
        await holdInquiry(tx, { id: params.id, from_id: body.from_id })
        const answer = await fillAnswer(tx, { id: params.id, answer: body.answer })
        const given = { id: params.id, answer, staff_id: idOf(call) }
        await noteAnswer(tx, call, await answerIn(tx, parts, now, given))
      })
      return shown(call.db, params.id, now)
    },

    async listColleagues({ db }) {
      return (await readStaff(db)).map(({ id, username }) => ({ id, username }))
    },

    ...editingHandlers,
    ...reviewHandlers,
  }
}
