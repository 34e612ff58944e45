/** Constants kept apart from the schemas, so that pages can import them without the validator. */

/** Descriptors in the order the rating board lists them. */
export const ageCodes = ['ALL', '12', '15', '19'] as const
export const descriptors = ['주제', '선정성', '폭력성', '대사', '공포', '약물', '모방위험'] as const

/** How works can be watched: they have a free episode, or one that plans open. */
export const accessKinds = ['free', 'plan'] as const

/** `count` and `offset` of a search stop here. */
export const maxSearchResults = 1_000

/** The orientations of an episode's video. */
export const orientations = ['horizontal', 'vertical'] as const

/** Ids of the first categories, which stay theirs when staff rename them. */
export const categoryIds = {
  drama: 1,
  film: 2,
  animation: 3,
  variety: 4,
  abroad: 5,
  korean: 6,
  documentary: 7,
  short_drama: 8,
} as const

/** Categories, hidden ones included. */
export const maxCategories = 16

/**
 * A cookie readable by scripts that marks the existence of a session and nothing else, so that pages request the
 * current member only when a session can exist (decisions/0009-sessions).
 */
export const sessionHintCookie = 'has_session'

/**
 * The page that withdraws the marketing consent, by the query `token`. Its address answers GET, and the POST of RFC 8058.
 */
export const unsubscribePath = '/unsubscribe'

/** Paths whose header is only the logo (specification, section 2). */
export const logoHeaderPath = /^\/(?:accounts|terms)/

/** Systems of televisions in user agents, with the name that lists of devices show. Fire TV, Chromecast and BRAVIA are Android TV. */
export const televisionSystems: readonly [RegExp, string][] = [
  [/Web0S|webOS/, 'webOS TV'],
  [/^(?=.*\bTV\b).*Tizen|SMART-TV/, 'Tizen TV'],
  [/^(?=.*(?:\bTV\b|GoogleTV|AFT[A-Z]|BRAVIA|SHIELD|MIBOX|Chromecast)).*Android/, 'Android TV'],
]
