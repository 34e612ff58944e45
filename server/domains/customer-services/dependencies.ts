import type { Storage } from '#server/adapters/storage/index.ts'
import type { StaffInquiry } from '#contract/customer-services/customer-services.ts'
import type { Tx } from '#server/db/client.ts'
import type { RequestContext } from '#server/api/request-context.ts'

/** What the use cases of this domain are given when the house is put together. */
export type SupportDependencies = {
  /** Where files that came with inquiries lie: nothing serves those. */
  files: Storage
  /** Whether `allowances` are counted. */
  limits: boolean
}

/** What writes an answer of staff into the audit log, in its transaction: that is the studio's, which comes after us. */
export type RecordAnswer = (tx: Tx, caller: RequestContext, inquiry: StaffInquiry) => Promise<void>

/** What tells a member that he was answered needs to know where our pages are: `https://hanpyeon.example`. */
export type AnswerEmailSettings = { site_url: string }
