/** Content negotiation and conditional requests (RFC 9110, 12.5.3 and 13.1). */

export type ContentCoding = 'br' | 'gzip' | 'identity'

/** Below this size in bytes, compression saves less than a packet. */
const minCompressibleBytes = 1_024
/** Distinct Accept-Encoding values that are cached; bounds memory against invented values. */
const maxCachedValues = 500
const codings = new Map<string, ContentCoding>()

/** Selects the coding for `size` bytes by `Accept-Encoding`: the highest weight, and the smaller result on a tie. */
export function negotiateContentCoding(accept: string | undefined, size: number): ContentCoding {
  if (!accept || size < minCompressibleBytes) return 'identity'
  let encoding = codings.get(accept)
  if (encoding === undefined) {
    encoding = preferredCoding(accept)
    if (codings.size < maxCachedValues && accept.length < 200) codings.set(accept, encoding)
  }
  return encoding
}

function preferredCoding(accept: string): ContentCoding {
  const weights = new Map<string, number>()
  for (const item of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2))
    if (name !== '') weights.set(name, weight >= 0 && weight <= 1 ? weight : 0)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const br = weightOf('br')
  const gzip = weightOf('gzip')
  const coded = Math.max(br, gzip)
  if (coded === 0 || coded < (weights.get('identity') ?? 0)) return 'identity'
  return br === coded ? 'br' : 'gzip'
}

/** Whether `If-None-Match` matches `etag` by weak comparison: `*`, one tag, or a list of tags. */
export function matchesIfNoneMatch(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  if (condition === etag || condition.trim() === '*') return true
  const strong = etag.replace(/^W\//, '')
  return condition.match(/"[^"]*"/g)?.includes(strong) ?? false
}
