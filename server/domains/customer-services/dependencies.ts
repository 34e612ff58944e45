import type { VirusScanner } from '#server/adapters/services/clamd.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import type { StaffInquiry } from '#contract/customer-services/customer-services.ts'
import type { Tx } from '#server/db/client.ts'
import type { RequestContext } from '#server/api/request-context.ts'

/** Dependencies of the use cases of this domain. */
export type SupportDependencies = {
  /** Stores attachments; they have no public URL. */
  files: Storage
  /** Scans attachments before they are stored. */
  scanner: VirusScanner
  /** Whether rate limits are applied. */
  limits: boolean
}

/** Writes a staff answer to the audit log in the same transaction. Injected, because the studio depends on this domain. */
export type RecordAnswer = (tx: Tx, caller: RequestContext, inquiry: StaffInquiry) => Promise<void>

/** Origin of the web pages for links in answer emails, such as `https://hanpyeon.example`. */
export type AnswerEmailSettings = { site_url: string }
