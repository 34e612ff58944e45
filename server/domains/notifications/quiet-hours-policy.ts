import type { QuietHours } from '#contract/notifications/notifications.ts'
import { dayMs, hourMs, seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'

/** Returns the earliest time from `at` on that is outside of the quiet hours; `at` itself if it is. */
export function quietHoursEnd(at: Date, quiet: QuietHours | null): Date {
  if (!quiet) return at
  const seoulTime = at.getTime() + seoulUtcOffsetMs
  const midnight = Math.floor(seoulTime / dayMs) * dayMs
  const sinceStart = (seoulTime - midnight - quiet.from * hourMs + dayMs) % dayMs
  const length = (quiet.to - quiet.from + 24) % 24
  return sinceStart < length * hourMs ? new Date(at.getTime() - sinceStart + length * hourMs) : at
}
