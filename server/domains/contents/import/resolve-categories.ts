import { categoryIds } from '#contract/contents/contents.ts'
import type { ImportCategories } from './category-queries.ts'

/** Genres of catalogues that are a category by another name. */
const genreNames = new Map(Object.entries({ 버라이어티: '예능' }))

const korean = new Set(['한국', '대한민국', '남한'])
const unknownCountries = new Set(['국가불명', '미상', '기타'])

/**
 * Derives the categories of a work from its genres and countries. A genre is the category of its name, and ignored without
 * one (코미디, 스릴러 …). A film is always 영화 (the genre 드라마 is not the category); a series without another category is a
 * 드라마. A co-production is both 국내 and 해외, which are settings.
 * @param before the current work, whose categories are kept if genres or countries are absent.
 */
export function resolveCategories(
  work: {
    is_series: boolean
    genres?: readonly string[] | undefined
    countries?: readonly string[] | undefined
  },
  categories: ImportCategories,
  before?: { is_series: boolean; category_ids: readonly number[] },
): number[] {
  const places = [categories.korean_category_id, categories.abroad_category_id]
  const currentIds = before?.category_ids ?? []
  const kinds =
    !work.genres && before?.is_series === work.is_series
      ? currentIds.filter((id) => !places.includes(id))
      : kindsOf(work.is_series, work.genres ?? [], categories)
  const workPlaces = work.countries
    ? placesOf(work.countries, categories)
    : currentIds.filter((id) => places.includes(id))
  return [...new Set([...kinds, ...workPlaces])].sort((a, b) => a - b)
}

function kindsOf(
  is_series: boolean,
  genres: readonly string[],
  { ids, korean_category_id, abroad_category_id }: ImportCategories,
): Set<number> {
  const isNoGenre = new Set<number | undefined>([
    categoryIds.drama,
    categoryIds.film,
    korean_category_id,
    abroad_category_id,
  ])
  const kinds = new Set<number>(is_series ? [] : [categoryIds.film])
  for (const genre of genres) {
    const id = ids.get(genre) ?? ids.get(genreNames.get(genre) ?? '')
    if (id !== undefined && !isNoGenre.has(id)) kinds.add(id)
  }
  if (kinds.size === 0) kinds.add(categoryIds.drama)
  return kinds
}

function placesOf(
  countries: readonly string[],
  { korean_category_id, abroad_category_id }: ImportCategories,
): number[] {
  const known = countries.filter((country) => !unknownCountries.has(country))
  return [
    ...(known.some((country) => korean.has(country)) ? [korean_category_id] : []),
    ...(known.some((country) => !korean.has(country)) ? [abroad_category_id] : []),
  ]
}
