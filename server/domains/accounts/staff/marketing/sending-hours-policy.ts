import { dayMs, hourMs, seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'

/** Hours in Seoul between which advertising may be sent (Network Act, article 50, paragraph 3): from 08:00, before 21:00. */
const firstHour = 8
const endHour = 21

/** Returns the earliest time from `at` on at which advertising may be sent; `at` itself if it may be sent then. */
export function nextSendingTime(at: Date): Date {
  const seoulTime = at.getTime() + seoulUtcOffsetMs
  const midnight = Math.floor(seoulTime / dayMs) * dayMs
  const opening = midnight + firstHour * hourMs - seoulUtcOffsetMs
  if (seoulTime - midnight >= endHour * hourMs) return new Date(opening + dayMs)
  return at.getTime() < opening ? new Date(opening) : at
}
