import { quietHoursEnd } from '#server/domains/notifications/index.ts'

/** Hours in Seoul in which no advertising may be sent (Network Act, article 50, paragraph 3). */
const night = { from: 21, to: 8 }

/** Returns the earliest time from `at` on at which advertising may be sent; `at` itself if it may be sent then. */
export const nextSendingTime = (at: Date): Date => quietHoursEnd(at, night)
