import type { Closing } from '#server/domains/accounts/index.ts'
import { tellStudio } from '#server/db/studio-news.ts'
import { archiveInquiriesOf } from './queries.ts'

/** D-18: whoever leaves leaves his complaints to the archive. Their files are swept within hours: nobody reaches them. */
export const closeInquiries: Closing = async (tx, member_id, now) => {
  await archiveInquiriesOf(tx, member_id, now)
  await tellStudio(tx, { subject_kind: 'inquiry', subject_id: null })
}
