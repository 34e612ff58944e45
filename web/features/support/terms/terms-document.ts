/** A paragraph, or a numbered list of them. */
export type TermsBlock = string | readonly string[]

type TermsArticle = {
  /** What stands behind `#` in its address; stays when the wording changes. */
  id: string
  heading: string
  body: readonly TermsBlock[]
}

export type TermsVersion = {
  /** The day it came into force, `2026-11-01`: a consent names it. */
  version: string
  /** What changed against the one before. */
  note: string
  articles: readonly TermsArticle[]
}

export type TermsDocument = {
  title: string
  /** What it is about, in a sentence. */
  lead: string
  /** Newest first. */
  versions: readonly [TermsVersion, ...TermsVersion[]]
}
