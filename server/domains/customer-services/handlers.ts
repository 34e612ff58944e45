import { studioAccess } from '#contract/core/staff-roles.ts'
import type { endpoints } from '#contract/index.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { withUploadGuard, type Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { canActAsStaff, requireMemberId } from '#server/api/access-rules.ts'
import { answerInquiry } from './inquiries/answer-inquiry.ts'
import { deleteAttachment, readAttachmentFile } from './attachments/attachment-files.ts'
import type { AnswerEmailSettings, SupportDependencies } from './dependencies.ts'
import {
  readAnnouncement,
  readAnnouncements,
  readFaq,
  readFaqs,
  readSubjects,
} from './help-center/help-queries.ts'
import {
  archiveInquiry,
  readInquiryAttachment,
  readInquiries,
  readOpenInquiries,
} from './inquiries/inquiry-queries.ts'
import { checkInquiryAllowed, createInquiry } from './inquiries/create-inquiry.ts'

const requesterOf = ({ member, transact, now }: RequestContext) => ({
  member_id: requireMemberId(member),
  transact,
  now,
})

export function customerServicesHandlers(
  deps: SupportDependencies & AnswerEmailSettings,
): Handlers<typeof endpoints.customer_services> {
  return {
    async listSubjects({ db, cacheTag: tag }) {
      tag('faqs')
      return readSubjects(db)
    },

    async listFaqs({ db, cacheTag: tag, query }) {
      tag('faqs')
      return readFaqs(db, query)
    },

    async readFaq({ db, cacheTag: tag, params }) {
      tag('faqs')
      return (await readFaq(db, params.id)) ?? throwProblem('not_found')
    },

    createInquiry: withUploadGuard(
      (caller) => checkInquiryAllowed(deps, requesterOf(caller)),
      async (call) => {
        const file = call.file && { bytes: call.file, name: call.file_name }
        return createInquiry(deps, requesterOf(call), call.body, file)
      },
    ),

    listInquiries: async (call) => readInquiries(call.db, requireMemberId(call.member), call.query),

    async deleteInquiry(call) {
      const { member_id, now } = requesterOf(call)
      const { id } = call.params
      const deleted = await call.transact(async (tx) => {
        const archived = await archiveInquiry(tx, { id, member_id, now })
        if (archived) await publishStudioEvent(tx, { subject_kind: 'inquiry', subject_id: id })
        return archived
      })
      if (!deleted) throwProblem('not_found')
      // After the commit: the sweep removes files that a crash here leaves behind.
      if (deleted.attachment_key) await deleteAttachment(deps.files, deleted.attachment_key)
      return null
    },

    async readAttachment(call) {
      const member_id = requireMemberId(call.member)
      // Other members' attachments are readable only by staff who answer inquiries.
      const isSupport = canActAsStaff(call.session, call.now, studioAccess.support)
      const ownerId = isSupport ? null : member_id
      const attachment = await readInquiryAttachment(call.db, call.params.id, ownerId)
      const bytes = attachment && (await readAttachmentFile(deps.files, attachment.key))
      if (!bytes) return throwProblem('not_found')
      return { bytes, type: attachment.type, name: attachment.name }
    },

    listOpenInquiries: ({ db, query }) => readOpenInquiries(db, query),

    answerInquiry: (call) =>
      call.transact((tx) => answerInquiry(tx, deps, call, { ...call.params, ...call.body })),

    async listAnnouncements({ db, cacheTag: tag, query }) {
      tag('announcements')
      return readAnnouncements(db, query)
    },

    async readAnnouncement({ db, cacheTag: tag, params }) {
      tag('announcements')
      return (await readAnnouncement(db, params.id)) ?? throwProblem('not_found')
    },
  }
}
