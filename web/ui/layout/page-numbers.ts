/** Page numbers stand in blocks of this many (specification, section 9). */
const blockSize = 5

/** How many pages `count` things make, at least 1. */
export const pageCount = (count: number, size: number): number =>
  Math.max(1, Math.ceil(count / size))

/** The page numbers of the block that `page` is in: `pageBlock(7, 8)` → `[6, 7, 8]`. */
export function pageBlock(page: number, pages: number): number[] {
  const first = Math.floor((page - 1) / blockSize) * blockSize + 1
  const last = Math.min(first + blockSize - 1, pages)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}

/** A page number from an address: whole, within 1..pages, else the nearest (1 for what is no number). */
export function parsePageParam(text: string | null, pages: number): number {
  const asked = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 1
  return Math.min(Math.max(1, asked), pages)
}
