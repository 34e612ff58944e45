import { expect, test } from 'vitest'
import { resolveCategories } from './resolve-categories.ts'

const specified = {
  ids: new Map(
    Object.entries({ 드라마: 1, 영화: 2, 애니메이션: 3, 예능: 4, 해외: 5, 국내: 6, 다큐멘터리: 7 }),
  ),
  korean_category_id: 6,
  abroad_category_id: 5,
}

test.each([
  [{ is_series: false, genres: ['드라마'], countries: ['미국'] }, [2, 5]],
  [{ is_series: true, genres: ['드라마'], countries: ['한국'] }, [1, 6]],
  [{ is_series: true, genres: ['애니메이션'], countries: ['일본', '한국'] }, [3, 5, 6]],
  [{ is_series: false, genres: ['다큐멘터리', '국내'], countries: ['국가불명'] }, [2, 7]],
  [{ is_series: true, genres: ['버라이어티'], countries: [] }, [4]],
])('resolves %o to categories %o', (input, expected) => {
  expect(resolveCategories(input, specified)).toEqual(expected)
})

test('takes names and places from the settings', () => {
  const categories = {
    ids: new Map(Object.entries({ 드라마: 1, 영화: 2, 사극: 9, 버라이어티: 10, 우리나라: 11 })),
    korean_category_id: 11,
    abroad_category_id: 12,
  }
  const work = { is_series: true, genres: ['사극', '버라이어티'], countries: ['한국', '일본'] }
  expect(resolveCategories(work, categories)).toEqual([9, 10, 11, 12])
})
