import type { Files } from '#server/outside/files/index.ts'
import type { StaffInquiry } from '#contract/customer-services.ts'
import type { Tx } from '#server/db/client.ts'
import type { Caller } from '#server/kernel/handler.ts'

/** What the use cases of this domain are given when the house is put together. */
export type SupportParts = {
  /** Where files that came with inquiries lie: nothing serves those. */
  files: Files
  /** Whether `allowances` are counted. */
  limits: boolean
}

/** What writes an answer of staff into the audit log, in its transaction: that is the studio's, which comes after us. */
export type NoteAnswer = (tx: Tx, caller: Caller, inquiry: StaffInquiry) => Promise<void>

/** What tells a member that he was answered needs to know where our pages are: `https://hanpyeon.example`. */
export type AnswerParts = { site_url: string }
