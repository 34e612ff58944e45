import type { WatchHistoryEntry } from '#contract/contents/watch-history.ts'
import { expect, test } from 'vitest'
import {
  groupByDay,
  historyItems,
  hasMoreItems,
  nextPageOffset,
  withoutItems,
  type HistoryPage,
} from './history-pages.ts'

const now = Date.parse('2026-11-21T03:00:00Z')
const line = (id: number, days_ago: number) =>
  ({ id, watched_at: new Date(now - days_ago * 86_400_000).toISOString() }) as WatchHistoryEntry
const page = (is_last: boolean, ...results: WatchHistoryEntry[]): HistoryPage => ({
  results,
  is_last,
})

test('a line that moved up meanwhile stands once', () => {
  const pages = [page(false, line(3, 0), line(2, 1)), page(true, line(2, 1), line(1, 40))]
  expect(historyItems(pages, 'all', now).map(({ id }) => id)).toEqual([3, 2, 1])
  expect(historyItems(pages, 'month', now).map(({ id }) => id)).toEqual([3, 2])
})

test('after lines were deleted the next page begins as much earlier', () => {
  const pages = [page(false, line(5, 0), line(4, 0)), page(false, line(3, 0), line(2, 0))]
  expect(nextPageOffset(pages[1]!, pages)).toBe(4)
  const left = withoutItems({ pages, pageParams: [0, 2] }, new Set([5, 2])).pages
  expect(left.map(({ results }) => results.map(({ id }) => id))).toEqual([[4], [3]])
  expect(nextPageOffset(left[1]!, left)).toBe(2)
  expect(nextPageOffset(page(true), [page(true)])).toBeUndefined()
})

test('of the last month no page is asked for beyond it', () => {
  expect(hasMoreItems([page(false, line(2, 29))], 'month', now)).toBe(true)
  expect(hasMoreItems([page(false, line(2, 29), line(1, 30))], 'month', now)).toBe(false)
  expect(hasMoreItems([page(false, line(2, 29), line(1, 30))], 'all', now)).toBe(true)
  expect(hasMoreItems([page(true, line(2, 1))], 'all', now)).toBe(false)
  expect(hasMoreItems([page(false)], 'month', now)).toBe(true)
})

test('days keep their order', () => {
  const lines = [line(3, 0), line(2, 0), line(1, 1)]
  expect(
    groupByDay(lines, (instant) => instant.slice(0, 10)).map((one) => one.lines.length),
  ).toEqual([2, 1])
})
