import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import { date } from './format.ts'

/** `2026.11.28 21:00:00`, in Seoul, of an instant: what is planned, and what a machine says, is to the second. */
export const exactTime = (instant: string): string =>
  `${date(instant)} ${new Date(Date.parse(instant) + seoulUtcOffsetMs).toISOString().slice(11, 19)}`
