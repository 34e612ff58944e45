/** Content negotiation and conditional requests (RFC 9110, 12.5.3 and 13.1). */
import Negotiator from 'negotiator'

export type ContentCoding = 'br' | 'gzip' | 'identity'

/** `preferred` decides between equal weights; the package's types lack it. */
type PreferringNegotiator = {
  encoding(
    available: ContentCoding[],
    options: { preferred: ContentCoding[] },
  ): ContentCoding | undefined
}

/** Below this size in bytes, compression saves less than a packet. */
const minCompressibleBytes = 1_024
/** Distinct Accept-Encoding values that are cached; bounds memory against invented values. */
const maxCachedValues = 500
/** Longer values get no coding: browsers send up to 30 characters, and parsing 16 KB takes 0.7 ms. */
const maxValueLength = 200
const codings = new Map<string, ContentCoding>()

/** Selects the coding for `size` bytes by `Accept-Encoding`: the highest weight, and the smaller result on a tie. */
export function negotiateContentCoding(accept: string | undefined, size: number): ContentCoding {
  if (!accept || accept.length > maxValueLength || size < minCompressibleBytes) return 'identity'
  let encoding = codings.get(accept)
  if (encoding === undefined) {
    encoding = preferredCoding(accept)
    if (codings.size < maxCachedValues) codings.set(accept, encoding)
  }
  return encoding
}

function preferredCoding(accept: string): ContentCoding {
  const negotiator = new Negotiator({
    headers: { 'accept-encoding': accept },
  }) as PreferringNegotiator
  return (
    negotiator.encoding(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] }) ?? 'identity'
  )
}

/** Whether `If-None-Match` matches `etag` by weak comparison: `*`, one tag, or a list of tags. */
export function matchesIfNoneMatch(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  if (condition === etag || condition.trim() === '*') return true
  const strong = etag.replace(/^W\//, '')
  return condition.match(/"[^"]*"/g)?.includes(strong) ?? false
}
