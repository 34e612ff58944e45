import { data } from 'react-router'

const largestId = 2_147_483_647

/** The page is not there: what a loader throws for an address that leads nowhere. */
export const missing = () => data(null, { status: 404 })

/**
 * An id from the address of a page.
 * @throws a 404 when it is none: to a reader `/series/abc` is a page that is not there, not a fault.
 */
export function idFrom(text: string | undefined): number {
  const id = text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (id === 0 || id > largestId) throw missing()
  return id
}
