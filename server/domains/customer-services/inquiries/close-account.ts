import type { AccountDeletionHook } from '#server/api/account-deletion-hook.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import { archiveInquiriesOfMember } from './inquiry-queries.ts'

/** Account deletion archives the member's inquiries (D-18). Maintenance deletes their unreachable files within hours. */
export const archiveMemberInquiries: AccountDeletionHook['delete'] = async (
  tx,
  member_id,
  { now },
) => {
  await archiveInquiriesOfMember(tx, member_id, now)
  await publishStudioEvent(tx, { subject_kind: 'inquiry', subject_id: null })
}
