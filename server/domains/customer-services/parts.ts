import type { Files } from '#server/outside/files/index.ts'

/** What the use cases of this domain are given when the house is put together. */
export type SupportParts = {
  /** Where files that came with inquiries lie: nothing serves those. */
  files: Files
  /** Whether `allowances` are counted. */
  limits: boolean
}

/** What tells a member that he was answered needs to know where our pages are: `https://hanpyeon.example`. */
export type AnswerParts = { site_url: string }
