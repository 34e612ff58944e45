import type { ReviewOrder } from './queries.ts'
import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** The review parameters of a title's address: `?reviews=2&reviews_by=high`. */
const pageKey = 'reviews'
const orderKey = 'reviews_by'
/** The fragment of the reviews section. */
export const reviewsAnchor = 'reviews'

export const reviewOrderParams = ['helpful', 'new', 'high', 'low'] as const satisfies ReviewOrder[]

/** Parses the parameters. The page is range-checked by `parsePageParam`, once the page count is known. */
export function parseReviewParams(search: string): { order: ReviewOrder; page: string | null } {
  const query = new URLSearchParams(search)
  const order = reviewOrderParams.find((name) => name === query.get(orderKey)) ?? 'helpful'
  return { order, page: query.get(pageKey) }
}

/** The query for another page, or for the first page of another order; other parameters are kept. */
export function toReviewSearch(
  search: string,
  change: { page: number } | { order: ReviewOrder },
): string {
  const query = new URLSearchParams(search)
  query.delete(pageKey)
  if ('page' in change) {
    if (change.page > 1) query.set(pageKey, String(change.page))
  } else if (change.order === 'helpful') query.delete(orderKey)
  else query.set(orderKey, change.order)
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** Keeps routes with reviews from reloading when only the review parameters change. */
export function shouldRevalidateTitle({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: Pick<
  ShouldRevalidateFunctionArgs,
  'currentUrl' | 'nextUrl' | 'defaultShouldRevalidate'
>): boolean {
  const hasNewQuery = currentUrl.search !== nextUrl.search
  return hasNewQuery && withoutReviewParams(currentUrl) === withoutReviewParams(nextUrl)
    ? false
    : defaultShouldRevalidate
}

function withoutReviewParams(url: URL): string {
  const query = new URLSearchParams(url.search)
  query.delete(pageKey)
  query.delete(orderKey)
  return `${url.pathname}?${query}`
}
