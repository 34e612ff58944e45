import type { WatchHistoryEntry } from '#contract/watch-history/watch-history.ts'
import { expect, test } from 'vitest'
import {
  groupByDay,
  historyItems,
  hasMoreItems,
  nextPageOffset,
  withoutItems,
  type HistoryPage,
} from './history-item.tsx'

const now = Date.parse('2026-11-21T03:00:00Z')
const item = (id: number, days_ago: number) =>
  ({ id, watched_at: new Date(now - days_ago * 86_400_000).toISOString() }) as WatchHistoryEntry
const page = (is_last: boolean, ...results: WatchHistoryEntry[]): HistoryPage => ({
  results,
  is_last,
})

test('an item that moved to an earlier page is listed once', () => {
  const pages = [page(false, item(3, 0), item(2, 1)), page(true, item(2, 1), item(1, 40))]
  expect(historyItems(pages, 'all', now).map(({ id }) => id)).toEqual([3, 2, 1])
  expect(historyItems(pages, 'month', now).map(({ id }) => id)).toEqual([3, 2])
})

test('the next offset shrinks by the number of deleted items', () => {
  const pages = [page(false, item(5, 0), item(4, 0)), page(false, item(3, 0), item(2, 0))]
  expect(nextPageOffset(pages[1]!, pages)).toBe(4)
  const remaining = withoutItems({ pages, pageParams: [0, 2] }, new Set([5, 2])).pages
  expect(remaining.map(({ results }) => results.map(({ id }) => id))).toEqual([[4], [3]])
  expect(nextPageOffset(remaining[1]!, remaining)).toBe(2)
  expect(nextPageOffset(page(true), [page(true)])).toBeUndefined()
})

test('no page beyond the last 30 days is requested', () => {
  expect(hasMoreItems([page(false, item(2, 29))], 'month', now)).toBe(true)
  expect(hasMoreItems([page(false, item(2, 29), item(1, 30))], 'month', now)).toBe(false)
  expect(hasMoreItems([page(false, item(2, 29), item(1, 30))], 'all', now)).toBe(true)
  expect(hasMoreItems([page(true, item(2, 1))], 'all', now)).toBe(false)
  expect(hasMoreItems([page(false)], 'month', now)).toBe(true)
})

test('days keep the order of their items', () => {
  const items = [item(3, 0), item(2, 0), item(1, 1)]
  expect(
    groupByDay(items, (instant) => instant.slice(0, 10)).map((group) => group.items.length),
  ).toEqual([2, 1])
})
