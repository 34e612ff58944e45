import { accessKinds, ageCodes, orientations } from '#contract/core/constants.ts'

const yesOrNo = ['false', 'true'] as const

/**
 * The filters of lists of series with the values that pages offer, in the order of an address. From it follow the fields of
 * `listSeries`, the filters that a category offers, the addresses and cache keys of its page, and tests. All but `access` are columns of
 * the view `series_counts` (server/db/schema/functions/contents.sql).
 */
export const seriesFilters = {
  access: accessKinds,
  is_series: yesOrNo,
  is_completed: yesOrNo,
  is_dubbed: ['true'],
  age_rating: ageCodes,
} as const

/** The filters of `listEpisodes`, columns of the view `episode_counts`. */
export const episodeFilters = {
  is_series: yesOrNo,
  episode_video_orientation: orientations,
  is_free: yesOrNo,
} as const

export type ListingFilters = Readonly<Record<string, readonly string[]>>

/** A value of a filter as calls have it: true or false of a yes-or-no filter. */
export type FilterValue<Values extends readonly string[]> = 'true' extends Values[number]
  ? boolean
  : Values[number]

export const isYesOrNo = (values: readonly string[]): boolean => values.includes('true')

/** The values that calls take: both of a yes-or-no filter, even if pages offer one. */
export const filterValues = (values: readonly string[]): readonly (string | boolean)[] =>
  isYesOrNo(values) ? [true, false] : values

/** Makes a value of each filter, under its name. */
export const mapFilters = <Filters extends ListingFilters, T>(
  filters: Filters,
  make: (values: readonly string[], name: string) => T,
) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, values]) => [name, make(values, name)]),
  ) as { [Name in keyof Filters]: T }

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
