import type { endpoints } from '#contract/index.ts'
import { tellStudio } from '#server/db/studio-news.ts'
import { admitted, type Caller, type Handlers } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { secondFactorUntil } from '#server/kernel/second-factor.ts'
import { answerInquiry } from './answer-inquiry.ts'
import { dropAttachment, readAttachmentFile } from './attachments/index.ts'
import type { AnswerParts, NoteAnswer, SupportParts } from './parts.ts'
import {
  readAnnouncement,
  readAnnouncements,
  readFaq,
  readFaqs,
  readSubjects,
} from './public-queries.ts'
import { archiveInquiry, readAttachmentOf, readInquiries, readOpenInquiries } from './queries.ts'
import { admitInquiry, writeInquiry } from './write-inquiry.ts'

/** Calls of access `member` have one. */
const askerOf = ({ member, transact, now }: Pick<Caller, 'member' | 'transact' | 'now'>) => ({
  member_id: member?.id ?? refuse('authentication_required'),
  ...{ transact, now },
})

export function customerServicesHandlers(
  parts: SupportParts & AnswerParts & { noteAnswer: NoteAnswer },
): Handlers<typeof endpoints.customer_services> {
  return {
    async listSubjects({ db, tag }) {
      tag('faqs')
      return readSubjects(db)
    },

    async listFaqs({ db, tag, query }) {
      tag('faqs')
      return readFaqs(db, query)
    },

    async readFaq({ db, tag, params }) {
      tag('faqs')
      return (await readFaq(db, params.id)) ?? refuse('not_found')
    },

    writeInquiry: admitted(
      (caller) => admitInquiry(parts, askerOf(caller)),
      async (call) => {
        const file = call.file && { bytes: call.file, name: call.file_name }
        return writeInquiry(parts, askerOf(call), call.body, file)
      },
    ),

    listInquiries: async (call) => readInquiries(call.db, askerOf(call).member_id, call.query),

    async deleteInquiry(call) {
      const { member_id, now } = askerOf(call)
      const { id } = call.params
      const gone = await call.transact(async (tx) => {
        const archived = await archiveInquiry(tx, { id, member_id, now })
        if (archived) await tellStudio(tx, { subject_kind: 'inquiry', subject_id: id })
        return archived
      })
      if (!gone) refuse('not_found')
      // After it is certain: what is left by a server that dies here is swept.
      if (gone.attachment_key) await dropAttachment(parts.files, gone.attachment_key)
      return null
    },

    async readAttachment(call) {
      const { member_id } = askerOf(call)
      // What others hand in is read in the studio alone (D-80).
      const isIn = call.member?.is_staff && secondFactorUntil(call.session, call.now)
      const whose = isIn ? null : member_id
      const found = await readAttachmentOf(call.db, call.params.id, whose)
      const bytes = found && (await readAttachmentFile(parts.files, found.key))
      if (!bytes) return refuse('not_found')
      return { bytes, type: found.type, name: found.name }
    },

    listOpenInquiries: ({ db, query }) => readOpenInquiries(db, query),

    answerInquiry: (call) =>
      answerInquiry(
        parts,
        call,
        { id: call.params.id, answer: call.body.answer, staff_id: askerOf(call).member_id },
        (tx, inquiry) => parts.noteAnswer(tx, call, inquiry),
      ),

    async listAnnouncements({ db, tag, query }) {
      tag('announcements')
      return readAnnouncements(db, query)
    },

    async readAnnouncement({ db, tag, params }) {
      tag('announcements')
      return (await readAnnouncement(db, params.id)) ?? refuse('not_found')
    },
  }
}
