import type { PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import { expect, test } from 'vitest'
import { rememberPage, mergeLoadedPages } from './loaded-pages.ts'

const work = (id: number) => ({ id }) as PosterCardData
const ids = (list: string, page: number, id: number) => {
  const { from, series } = mergeLoadedPages(list, page, [work(id)])
  return [from, series.map((one) => one.id)]
}

test('a page stands after those before it that were seen', () => {
  rememberPage('/categories/1', 1, [work(1)])
  rememberPage('/categories/1', 2, [work(2)])
  expect(ids('/categories/1', 3, 3)).toEqual([1, [1, 2, 3]])
})

test('a gap is not bridged', () => {
  rememberPage('/categories/2', 1, [work(1)])
  expect(ids('/categories/2', 3, 3)).toEqual([3, [3]])
})

test('another list is another matter', () => {
  rememberPage('/categories/3', 1, [work(1)])
  expect(ids('/categories/3?ordering=title', 2, 2)).toEqual([2, [2]])
})
