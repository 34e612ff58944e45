/** The decades by which pages filter, by their first year; the last one includes all earlier years. */
export const decades = ['2020', '2010', '2000', '1990', '1980'] as const
export type Decade = (typeof decades)[number]

/** The value as a decade; null if it is none. */
export const parseDecade = (value: unknown): Decade | null =>
  decades.find((decade) => decade === value) ?? null

/** The years of a decade in the fields of `releaseYears`. */
export function yearsOfDecade(decade: Decade): { released_from?: number; released_to: number } {
  const first = Number(decade)
  const released_to = first + 9
  return decade === decades.at(-1) ? { released_to } : { released_from: first, released_to }
}
