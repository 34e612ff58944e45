import { networkOf } from '../kernel/network.ts'
import { createRateLimit } from './rate-limit.ts'
import { addressOf, type Origins } from './who.ts'
import type { IncomingMessage } from 'node:http'

/** D-09. Calls a minute from an address, of IPv6 from a network. */
const callsPerMinute = 600
/** Searching costs more than reading, by a call or by a page; suggestions come with every pause while somebody types. */
const searchesPerMinute = 120
const suggestionsPerMinute = 300
const searchAddress = '/api/contents/search'
/** A list of questions is read, and searched where it is asked for a text. */
const faqAddress = '/api/customer-services/faqs'

const asksForText = (url: string) =>
  url.includes('?') && new URLSearchParams(url.replace(/^[^?]*/, '')).has('q')

/**
 * Counts what comes from an address: calls, and searches, whether by the call or by a page that looks for the same.
 * @returns how many seconds whoever asks for `url` has to wait, or 0.
 */
export function createAddressLimits(origins: Pick<Origins, 'trust_proxy'>) {
  const calls = createRateLimit(callsPerMinute)
  const searches = createRateLimit(searchesPerMinute)
  const suggestions = createRateLimit(suggestionsPerMinute)
  return (url: string, request: IncomingMessage): number => {
    const path = routedPath(url)
    const isCall = path.startsWith('/api/')
    const searching =
      path.startsWith(searchAddress) ||
      ((!isCall || path.startsWith(faqAddress)) && asksForText(url))
    if (!isCall && !searching) return 0
    const network = networkOf(addressOf(request, origins))
    const narrow = path.startsWith(`${searchAddress}/suggest`) ? suggestions : searches
    return Math.max(isCall ? calls.take(network) : 0, searching ? narrow.take(network) : 0)
  }
}

/**
 * The path as the router reads it: any letter may come as `%61`, and the host before it. What is counted by its path is
 * counted however that is spelled.
 */
function routedPath(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '')
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
