import { categoryIds } from '#contract/contents/contents.ts'

/** Genres that are categories (D-32); other genres (코미디, 스릴러 …) are ignored. */
const genreCategories: Record<string, number> = {
  애니메이션: categoryIds.animation,
  예능: categoryIds.variety,
  버라이어티: categoryIds.variety,
  다큐멘터리: categoryIds.documentary,
  숏드라마: categoryIds.short_drama,
}

const korean = new Set(['한국', '대한민국', '남한'])
const unknownCountries = new Set(['국가불명', '미상', '기타'])

/**
 * Derives the categories of a work from its genres and countries. A film is always 영화 (the genre 드라마 is not the
 * category); a series without another category is a 드라마. A co-production is both 국내 and 해외.
 * @param before the current work, whose categories are kept if genres or countries are absent.
 */
export function resolveCategories(
  work: {
    is_series: boolean
    genres?: readonly string[] | undefined
    countries?: readonly string[] | undefined
  },
  before?: { is_series: boolean; category_ids: readonly number[] },
): number[] {
  const isPlace = (id: number) => id === categoryIds.korean || id === categoryIds.abroad
  const currentIds = before?.category_ids ?? []
  const kinds =
    !work.genres && before?.is_series === work.is_series
      ? currentIds.filter((id) => !isPlace(id))
      : kindsOf(work.is_series, work.genres ?? [])
  const places = work.countries ? placesOf(work.countries) : currentIds.filter(isPlace)
  return [...kinds, ...places].sort((a, b) => a - b)
}

function kindsOf(is_series: boolean, genres: readonly string[]): Set<number> {
  const ids = new Set<number>()
  if (!is_series) ids.add(categoryIds.film)
  for (const genre of genres) if (genreCategories[genre]) ids.add(genreCategories[genre])
  if (ids.size === 0) ids.add(categoryIds.drama)
  return ids
}

function placesOf(countries: readonly string[]): number[] {
  const known = countries.filter((country) => !unknownCountries.has(country))
  return [
    ...(known.some((country) => korean.has(country)) ? [categoryIds.korean] : []),
    ...(known.some((country) => !korean.has(country)) ? [categoryIds.abroad] : []),
  ]
}
