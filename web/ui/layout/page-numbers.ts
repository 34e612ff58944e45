/** Page numbers per block (specification, section 9). */
const blockSize = 5

/** Number of pages of `count` items, at least 1. */
export const pageCount = (count: number, size: number): number =>
  Math.max(1, Math.ceil(count / size))

/** Returns the page numbers of the block with `page`: `pageBlock(7, 8)` → `[6, 7, 8]`. */
export function pageBlock(page: number, pages: number): number[] {
  const first = Math.floor((page - 1) / blockSize) * blockSize + 1
  const last = Math.min(first + blockSize - 1, pages)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** Parses a page number, clamped to 1..`pages`; 1 if it is not a number. */
export function parsePageParam(text: string | null, pages: number): number {
  const page = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 1
  return Math.min(Math.max(1, page), pages)
}
