import type { ReviewOrder } from './queries.ts'
import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Reviews are turned over within the page of a work: `?reviews=2&reviews_by=high`. */
const pageKey = 'reviews'
const orderKey = 'reviews_by'
/** The section, where a turned page begins. */
export const reviewsAnchor = 'reviews'

export const reviewOrderParams = ['new', 'high', 'low', 'helpful'] as const satisfies ReviewOrder[]

/** What an address asks for. The page is checked by `pageFrom`, once one knows how many there are. */
export function parseReviewParams(search: string): { order: ReviewOrder; page: string | null } {
  const query = new URLSearchParams(search)
  const order = reviewOrderParams.find((name) => name === query.get(orderKey)) ?? 'new'
  return { order, page: query.get(pageKey) }
}

/** The query of another page, or of the first one of another order; what else it says stays. */
export function toReviewSearch(
  search: string,
  change: { page: number } | { order: ReviewOrder },
): string {
  const query = new URLSearchParams(search)
  query.delete(pageKey)
  if ('page' in change) {
    if (change.page > 1) query.set(pageKey, String(change.page))
  } else if (change.order === 'new') query.delete(orderKey)
  else query.set(orderKey, change.order)
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** For the routes that have reviews: turning them over does not read the page around them again. */
export function shouldRevalidateTitle({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: Pick<
  ShouldRevalidateFunctionArgs,
  'currentUrl' | 'nextUrl' | 'defaultShouldRevalidate'
>): boolean {
  const turned = currentUrl.search !== nextUrl.search
  return turned && without(currentUrl) === without(nextUrl) ? false : defaultShouldRevalidate
}

function without(url: URL): string {
  const query = new URLSearchParams(url.search)
  query.delete(pageKey)
  query.delete(orderKey)
  return `${url.pathname}?${query}`
}
