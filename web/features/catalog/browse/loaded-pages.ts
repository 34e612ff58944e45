import type { PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'

/**
 * Pages of lists that this tab has already shown, so that 더 보기 adds to them and going back finds them
 * all there. Keyed by the list's address without its page; forgotten with the tab.
 */
const kept = new Map<string, Map<number, readonly PosterCardData[]>>()
const mostLists = 20

export function rememberPage(list: string, page: number, series: readonly PosterCardData[]) {
  const pages = kept.get(list) ?? new Map<number, readonly PosterCardData[]>()
  kept.delete(list)
  kept.set(list, pages.set(page, series))
  const oldest = kept.keys().next().value
  if (kept.size > mostLists && oldest !== undefined) kept.delete(oldest)
}

/** All works up to `page` without a gap before it, and the page with which they begin. */
export function mergeLoadedPages(
  list: string,
  page: number,
  series: readonly PosterCardData[],
): { from: number; series: readonly PosterCardData[] } {
  const pages = kept.get(list)
  let from = page
  let all = series
  for (let before = pages?.get(page - 1); before; before = pages?.get(from - 1)) {
    from -= 1
    all = [...before, ...all]
  }
  return { from, series: all }
}
