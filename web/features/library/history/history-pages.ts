import type { WatchHistoryEntry } from '#contract/contents/watch-history.ts'
import type { InfiniteData } from '@tanstack/react-query'

/** A page of the history as it was read. Lines are taken out of it afterwards, so it knows itself whether more follow. */
export type HistoryPage = { results: WatchHistoryEntry[]; is_last: boolean }
export type HistoryPages = InfiniteData<HistoryPage, number>

/** The days of 30 are counted back from now. */
const month = 30 * 86_400_000

/** Where the next page begins: after what is held, which is less than was read where lines were deleted since. */
export const nextPageOffset = (last: HistoryPage, all: HistoryPage[]): number | undefined =>
  last.is_last ? undefined : all.reduce((sum, { results }) => sum + results.length, 0)

/** Every line once, of the last 30 days alone where so wished: what was watched meanwhile comes up twice. */
export function historyItems(pages: readonly HistoryPage[], since: 'all' | 'month', now: number) {
  const lines = new Map<number, WatchHistoryEntry>()
  for (const { results } of pages)
    for (const line of results)
      if (since === 'all' || now - Date.parse(line.watched_at) < month)
        if (!lines.has(line.id)) lines.set(line.id, line)
  return [...lines.values()]
}

/** Whether a further page can hold a line that is to be shown. */
export function hasMoreItems(
  pages: readonly HistoryPage[],
  since: 'all' | 'month',
  now: number,
): boolean {
  const last = pages.at(-1)
  if (!last || last.is_last) return false
  const oldest = last.results.at(-1)
  return since === 'all' || !oldest || now - Date.parse(oldest.watched_at) < month
}

/** The same pages without these lines. */
export const withoutItems = (data: HistoryPages, ids: ReadonlySet<number>): HistoryPages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    results: page.results.filter(({ id }) => !ids.has(id)),
  })),
})

/** Lines under their days, as they come: the last watched first. */
export function groupByDay<T extends { watched_at: string }>(
  lines: readonly T[],
  dayOf: (instant: string) => string,
): { day: string; lines: T[] }[] {
  const days: { day: string; lines: T[] }[] = []
  for (const line of lines) {
    const day = dayOf(line.watched_at)
    const last = days.at(-1)
    if (last?.day === day) last.lines.push(line)
    else days.push({ day, lines: [line] })
  }
  return days
}
