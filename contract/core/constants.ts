/**
 * What never changes, apart from the schemas so that a page can know it without
 * taking a validator along.
 */

/** D-33. Descriptors in the order the rating board lists them. */
export const ageCodes = ['ALL', '12', '15', '19'] as const
export const descriptors = ['주제', '선정성', '폭력성', '대사', '공포', '약물', '모방위험'] as const

/** The fixed ids of D-32. */
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

/**
 * D-93. The cookie that says there is a session, and nothing about it: scripts can read it, so that a page asks
 * who is there only where there may be somebody.
 */
export const sessionHintCookie = 'has_session'
