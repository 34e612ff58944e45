import type { Closing } from '#server/domains/accounts/index.ts'
import { archiveInquiriesOf } from './queries.ts'

/** D-18: whoever leaves leaves his complaints to the archive. Their files are swept within hours: nobody reaches them. */
export const closeInquiries: Closing = (tx, member_id, now) =>
  archiveInquiriesOf(tx, member_id, now)
