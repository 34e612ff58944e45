import { categoryIds } from '#contract/contents/contents.ts'

/** Genres that are a category of ours (D-32); the rest (코미디, 스릴러 …) say what a work is like, not where it stands. */
const ofGenre: Record<string, number> = {
  애니메이션: categoryIds.animation,
  예능: categoryIds.variety,
  버라이어티: categoryIds.variety,
  다큐멘터리: categoryIds.documentary,
  숏드라마: categoryIds.short_drama,
}

const korean = new Set(['한국', '대한민국', '남한'])
const nowhere = new Set(['국가불명', '미상', '기타'])

/**
 * The categories of a work by its genres and countries. A film is a 영화 whatever else it is (its genre 드라마 is
 * a mood, not our category); a series without a category of its own is a 드라마. A co-production is both 국내 and 해외.
 * @param before the work as it is: what of it nothing is said about stays.
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
  const stays = before?.category_ids ?? []
  const kinds =
    !work.genres && before?.is_series === work.is_series
      ? stays.filter((id) => !isPlace(id))
      : kindsOf(work.is_series, work.genres ?? [])
  const places = work.countries ? placesOf(work.countries) : stays.filter(isPlace)
  return [...kinds, ...places].sort((a, b) => a - b)
}

function kindsOf(is_series: boolean, genres: readonly string[]): Set<number> {
  const found = new Set<number>()
  if (!is_series) found.add(categoryIds.film)
  for (const genre of genres) if (ofGenre[genre]) found.add(ofGenre[genre])
  if (found.size === 0) found.add(categoryIds.drama)
  return found
}

function placesOf(countries: readonly string[]): number[] {
  const known = countries.filter((country) => !nowhere.has(country))
  return [
    ...(known.some((country) => korean.has(country)) ? [categoryIds.korean] : []),
    ...(known.some((country) => !korean.has(country)) ? [categoryIds.abroad] : []),
  ]
}
