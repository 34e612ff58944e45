/**
 * Offset of the next page of a list that shrinks while it is read: rows that were removed since their page was loaded do
 * not count, because the server's list no longer has them. A row that moved down comes twice and is shown once.
 * @param isKept whether a loaded row is still in the server's list; `undefined` counts as kept.
 * @returns `undefined` after the last page.
 */
export function nextOffset<T extends { id: number }>(
  pages: readonly { readonly results: readonly T[] }[],
  page_size: number,
  isKept: (row: T) => boolean | undefined,
): number | undefined {
  const last = pages.at(-1)
  if (!last || last.results.length < page_size) return undefined
  const rows = new Map(pages.flatMap(({ results }) => results).map((row) => [row.id, row]))
  return [...rows.values()].filter((row) => isKept(row) !== false).length
}

/**
 * Reads a page, again from an earlier offset if rows were removed while the request was under way: the server may have
 * answered before or after that, and a row that comes twice is shown once.
 * @param removals how many rows were removed so far.
 */
export async function readPage<Page>(
  offset: number,
  read: (offset: number) => Promise<Page>,
  removals: () => number,
): Promise<Page> {
  const first = removals()
  for (;;) {
    const before = removals()
    const page = await read(Math.max(0, offset - (before - first)))
    if (removals() === before || offset === 0) return page
  }
}
