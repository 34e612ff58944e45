import type { PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'

/**
 * Title pages loaded in this tab, by list URL without the page. Keeps earlier pages visible after 더 보기 and on return.
 */
const loadedLists = new Map<string, Map<number, readonly PosterCardData[]>>()
const maxLists = 20

export function rememberPage(list: string, page: number, series: readonly PosterCardData[]) {
  const pages = loadedLists.get(list) ?? new Map<number, readonly PosterCardData[]>()
  loadedLists.delete(list)
  loadedLists.set(list, pages.set(page, series))
  const oldest = loadedLists.keys().next().value
  if (loadedLists.size > maxLists && oldest !== undefined) loadedLists.delete(oldest)
}

/** Joins `series` with the unbroken run of loaded pages before it. `from` is the first page included. */
export function mergeLoadedPages(
  list: string,
  page: number,
  series: readonly PosterCardData[],
): { from: number; series: readonly PosterCardData[] } {
  const pages = loadedLists.get(list)
  let from = page
  let all = series
  for (let before = pages?.get(page - 1); before; before = pages?.get(from - 1)) {
    from -= 1
    all = [...before, ...all]
  }
  return { from, series: all }
}
