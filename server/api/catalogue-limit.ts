/**
 * The catalogue limit of a profile in the token of the session cookie: `<32 bytes>.12`
 * (decisions/0015-catalogue-limits).
 */
import type { CatalogueLimit } from '#contract/core/age-limits.ts'

/** Without a limit the token has no ending, as before there were profiles. */
export const appendCatalogueLimit = (token: string, limit: CatalogueLimit): string =>
  limit === '19' ? token : `${token}.${limit}`

const tokenPattern = /^[\w-]{43}(?:\.(ALL|12|15))?$/

export const isSessionToken = (value: string): boolean => tokenPattern.test(value)

/** The limit in the token of a session; 19 without one. */
export const catalogueLimitOfToken = (token: string): CatalogueLimit =>
  (tokenPattern.exec(token)?.[1] as CatalogueLimit | undefined) ?? '19'
