import type { AccountDeletionHook } from '#server/domains/accounts/index.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import { archiveInquiriesOfMember } from './inquiry-queries.ts'

/** D-18: whoever leaves leaves his complaints to the archive. Their files are swept within hours: nobody reaches them. */
export const archiveMemberInquiries: AccountDeletionHook = async (tx, member_id, now) => {
  await archiveInquiriesOfMember(tx, member_id, now)
  await publishStudioEvent(tx, { subject_kind: 'inquiry', subject_id: null })
}
