import type { PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import { expect, test } from 'vitest'
import { loadedLists, rememberPage, mergeLoadedPages } from './loaded-pages.ts'

const card = (id: number) => ({ id }) as PosterCardData
const ids = (list: string, page: number, id: number) => {
  const { from, series } = mergeLoadedPages(loadedLists.current, list, page, [card(id)])
  return [from, series.map((item) => item.id)]
}

test('prepends the loaded pages before a page', () => {
  rememberPage(loadedLists.current, '/categories/1', 1, [card(1)])
  rememberPage(loadedLists.current, '/categories/1', 2, [card(2)])
  expect(ids('/categories/1', 3, 3)).toEqual([1, [1, 2, 3]])
})

test('stops at the first page that was not loaded', () => {
  rememberPage(loadedLists.current, '/categories/2', 1, [card(1)])
  expect(ids('/categories/2', 3, 3)).toEqual([3, [3]])
})

test('keeps the pages of different lists apart', () => {
  rememberPage(loadedLists.current, '/categories/3', 1, [card(1)])
  expect(ids('/categories/3?ordering=title', 2, 2)).toEqual([2, [2]])
})
