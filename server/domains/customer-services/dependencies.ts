import type { VirusScanner } from '#server/adapters/services/clamd.ts'
import type { Storage } from '#server/adapters/storage/index.ts'

/** Dependencies of the use cases of this domain. */
export type SupportDependencies = {
  /** Stores attachments; they have no public URL. */
  files: Storage
  /** Scans attachments before they are stored. */
  scanner: VirusScanner
  /** Whether rate limits are applied. */
  limits: boolean
}

/** Origin of the web pages for links in answer emails, such as `https://hanpyeon.example`. */
export type AnswerEmailSettings = { site_url: string }
