import { expect, test } from 'vitest'
import { nextOffset, readPage } from './paging.ts'

/** A server's list of ids, of which `size` are read at an offset. */
const size = 4
const read = (list: readonly number[], offset: number) => ({
  results: list.slice(offset, offset + size).map((id) => ({ id })),
})

test('reads every row once although rows are removed between pages', () => {
  let list = Array.from({ length: 11 }, (_, at) => at + 1)
  const removed = new Set<number>()
  const pages: ReturnType<typeof read>[] = []
  let offset: number | undefined = 0
  while (offset !== undefined) {
    pages.push(read(list, offset))
    // The first two rows of the page just read are taken back.
    for (const { id } of pages.at(-1)!.results.slice(0, 2)) removed.add(id)
    list = list.filter((id) => !removed.has(id))
    offset = nextOffset(pages, size, ({ id }) => !removed.has(id))
  }
  expect(pages.flatMap(({ results }) => results).map(({ id }) => id)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ])
})

test('a row that comes twice counts once', () => {
  const pages = [read([1, 2, 3, 4], 0), read([3, 4, 5, 6], 0)]
  expect(nextOffset(pages, size, () => true)).toBe(6)
})

test('a page that is not full is the last', () => {
  expect(nextOffset([read([1, 2, 3], 0)], size, () => true)).toBeUndefined()
})

test('rows that are removed while a page is under way have it read again, further up', async () => {
  const offsets: number[] = []
  let removed = 3
  const page = await readPage(
    8,
    async (offset) => {
      offsets.push(offset)
      if (offsets.length === 1) removed += 2
      return offset
    },
    () => removed,
  )
  expect([offsets, page]).toEqual([[8, 6], 6])
})
