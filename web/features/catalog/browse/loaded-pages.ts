import type { PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import { createProfileState } from '#web/lib/profile-state.ts'

type LoadedLists = Map<string, Map<number, readonly PosterCardData[]>>

/**
 * Title pages loaded in this tab, by list URL without the page. Keeps earlier pages visible after 더 보기 and on return.
 */
export const loadedLists = createProfileState((): LoadedLists => new Map())
const maxLists = 20

/** @param lists `loadedLists.current` when the request began. */
export function rememberPage(
  lists: LoadedLists,
  list: string,
  page: number,
  series: readonly PosterCardData[],
) {
  const pages = lists.get(list) ?? new Map<number, readonly PosterCardData[]>()
  lists.delete(list)
  lists.set(list, pages.set(page, series))
  const oldest = lists.keys().next().value
  if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest)
}

/** Joins `series` with the unbroken run of loaded pages before it. `from` is the first page included. */
export function mergeLoadedPages(
  lists: LoadedLists,
  list: string,
  page: number,
  series: readonly PosterCardData[],
): { from: number; series: readonly PosterCardData[] } {
  const pages = lists.get(list)
  let from = page
  let all = series
  for (let before = pages?.get(page - 1); before; before = pages?.get(from - 1)) {
    from -= 1
    all = [...before, ...all]
  }
  return { from, series: all }
}
