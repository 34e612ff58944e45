import type { WatchHistoryEntry } from '#contract/contents/watch-history.ts'
import type { InfiniteData } from '@tanstack/react-query'

/** A page as it was read. `is_last` is stored because items may be removed from `results` afterwards. */
export type HistoryPage = { results: WatchHistoryEntry[]; is_last: boolean }
export type HistoryPages = InfiniteData<HistoryPage, number>

/** Milliseconds of the "last 30 days" filter, counted back from now. */
const monthMs = 30 * 86_400_000

/** The offset of the next page: the number of items held, which excludes those deleted since. */
export const nextPageOffset = (last: HistoryPage, all: HistoryPage[]): number | undefined =>
  last.is_last ? undefined : all.reduce((sum, { results }) => sum + results.length, 0)

/**
 * The items of all pages, within the last 30 days if `since` says so. An item watched between two reads is in two pages
 * and listed once.
 */
export function historyItems(pages: readonly HistoryPage[], since: 'all' | 'month', now: number) {
  const items = new Map<number, WatchHistoryEntry>()
  for (const { results } of pages)
    for (const item of results)
      if (since === 'all' || now - Date.parse(item.watched_at) < monthMs)
        if (!items.has(item.id)) items.set(item.id, item)
  return [...items.values()]
}

/** Whether a further page can contain an item that passes the filter. */
export function hasMoreItems(
  pages: readonly HistoryPage[],
  since: 'all' | 'month',
  now: number,
): boolean {
  const last = pages.at(-1)
  if (!last || last.is_last) return false
  const oldest = last.results.at(-1)
  return since === 'all' || !oldest || now - Date.parse(oldest.watched_at) < monthMs
}

export const withoutItems = (data: HistoryPages, ids: ReadonlySet<number>): HistoryPages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    results: page.results.filter(({ id }) => !ids.has(id)),
  })),
})

/** Groups items by day, keeping their order (newest first). */
export function groupByDay<T extends { watched_at: string }>(
  items: readonly T[],
  dayOf: (instant: string) => string,
): { day: string; items: T[] }[] {
  const days: { day: string; items: T[] }[] = []
  for (const item of items) {
    const day = dayOf(item.watched_at)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}
