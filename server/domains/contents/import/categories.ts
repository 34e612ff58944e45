import { categoryIds } from '#contract/contents.ts'

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
 */
export function categoriesOf(work: {
  is_series: boolean
  genres: readonly string[]
  countries: readonly string[]
}): number[] {
  const found = new Set<number>()
  if (!work.is_series) found.add(categoryIds.film)
  for (const genre of work.genres) if (ofGenre[genre]) found.add(ofGenre[genre])
  if (found.size === 0) found.add(categoryIds.drama)
  const known = work.countries.filter((country) => !nowhere.has(country))
  if (known.some((country) => korean.has(country))) found.add(categoryIds.korean)
  if (known.some((country) => !korean.has(country))) found.add(categoryIds.abroad)
  return [...found].sort((a, b) => a - b)
}
