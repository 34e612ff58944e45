import type { Decade, seriesFilters } from '#contract/contents/listing-filters.ts'
import { formatCount } from '#web/lib/format.ts'

export const browseMessages = {
  categories: '카테고리',
  categories_description:
    '드라마, 영화, 애니메이션, 예능, 다큐멘터리, 숏드라마를 한자리에서 골라 보세요.',
  title_count: (n: number) => `${formatCount(n)}편`,
  category_description: (name: string) =>
    `볼 수 있는 ${name} 작품을 인기순, 최신순으로 골라 보세요.`,
  no_matches: '조건에 맞는 작품이 없어요',
  no_matches_detail: '조건을 줄이거나 다른 카테고리를 둘러보세요.',
  empty: '곧 첫 작품이 올라와요',
  reset: '조건 지우기',
  other_categories: '다른 카테고리',
  filters: '조건',
  ordering: '정렬',
  apply: '적용',
  age: '관람 등급',
  any_age: '모든 등급',
  decade: '공개 연도',
  any_decade: '모든 연도',
  orderings: {
    '-viewer_count': '인기순',
    '-released_on': '최신순',
    '-rating_average': '별점순',
    '-like_count': '찜 많은 순',
    title: '가나다순',
  },
  more: '더 보기',
  shown: (shown: number, all: number) => `${formatCount(all)}편 중 ${formatCount(shown)}편`,
  previous_page: '앞의 작품 보기',
} as const

/** The texts of the chips that set filters; the rating has a select. */
export const chipNames: {
  readonly [Name in Exclude<keyof typeof seriesFilters, 'age_rating'>]: Readonly<
    Record<(typeof seriesFilters)[Name][number], string>
  >
} = {
  access: { free: '무료', plan: '이용권' },
  is_series: { false: '영화·단편', true: '시리즈' },
  is_completed: { false: '방영 중', true: '완결' },
  is_dubbed: { true: '더빙' },
}

export const decadeNames: Readonly<Record<Decade, string>> = {
  '2020': '2020년대',
  '2010': '2010년대',
  '2000': '2000년대',
  '1990': '1990년대',
  '1980': '1980년대 이전',
}
