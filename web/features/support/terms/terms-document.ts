/** A paragraph, or a numbered list of paragraphs. */
export type TermsBlock = string | readonly string[]

type TermsArticle = {
  /** The fragment of its address; unchanged when the wording changes. */
  id: string
  heading: string
  body: readonly TermsBlock[]
}

export type TermsVersion = {
  /** The date it came into force, e.g. `2026-11-01`; consents refer to it. */
  version: string
  /** The changes since the previous version. */
  note: string
  articles: readonly TermsArticle[]
}

export type TermsDocument = {
  title: string
  /** A one-sentence summary. */
  lead: string
  /** Newest first. */
  versions: readonly [TermsVersion, ...TermsVersion[]]
}
