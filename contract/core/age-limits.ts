import { ageCodes } from './constants.ts'

/** The age limits of profiles (decisions/0014-profiles). No work is rated 7, so that limit shows what ALL shows. */
export const ageLimits = ['ALL', '7', '12', '15', '19'] as const
export type AgeLimit = (typeof ageLimits)[number]

/** The highest limit of a children's profile. */
export const maxChildLimit = '12' satisfies AgeLimit

/** The limit with which a children's profile begins. */
export const defaultChildLimit = 'ALL' satisfies AgeLimit

/** The part of the catalogue that a profile sees: works rated up to the limit. `19` shows everything, as to visitors. */
export type CatalogueLimit = (typeof ageCodes)[number]

export const catalogueLimitOf = (limit: AgeLimit): CatalogueLimit => (limit === '7' ? 'ALL' : limit)

/** The ratings up to a limit. */
export const ratingsWithin = (limit: CatalogueLimit): readonly CatalogueLimit[] =>
  ageCodes.slice(0, ageCodes.indexOf(limit) + 1)

/** Whether `limit` is less strict than `other`. */
export const isAbove = (limit: AgeLimit, other: AgeLimit): boolean =>
  ageLimits.indexOf(limit) > ageLimits.indexOf(other)
