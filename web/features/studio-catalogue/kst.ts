const offset = 9 * 3_600_000

/** An instant as a field for date and time takes it, in Seoul, to the second; empty for none. */
export function toField(instant: string | null): string {
  return instant === null ? '' : new Date(Date.parse(instant) + offset).toISOString().slice(0, 19)
}

/** What stands in such a field as an instant; null where nothing whole does. */
export function fromField(text: string): string | null {
  const at = Date.parse(`${text}+09:00`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
