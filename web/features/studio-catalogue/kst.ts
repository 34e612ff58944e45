import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'

/** An instant as a field for date and time takes it, in Seoul, to the second; empty for none. */
export function toField(instant: string | null): string {
  return instant === null
    ? ''
    : new Date(Date.parse(instant) + seoulUtcOffsetMs).toISOString().slice(0, 19)
}

/** What stands in such a field as an instant; null where nothing whole does. */
export function fromField(text: string): string | null {
  const at = Date.parse(`${text}+09:00`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** The next midnight in Seoul: what is planned begins there until somebody says otherwise. */
export function nextMidnight(): string {
  const day = 86_400_000
  return new Date(
    (Math.floor((Date.now() + seoulUtcOffsetMs) / day) + 1) * day - seoulUtcOffsetMs,
  ).toISOString()
}
