/** What a reader says it takes and what it has (RFC 9110, 12.5.3 and 13.1). */

export type ContentCoding = 'br' | 'gzip' | 'identity'

/** Below this many bytes compression saves less than a packet. */
const worthwhile = 1_024
/** Browsers send a handful of these headers; whoever sends thousands is not remembered. */
const memory = 500
const known = new Map<string, ContentCoding>()

/** The encoding for `size` bytes by a reader's `Accept-Encoding`: the one it likes best, of equals the smallest. */
export function negotiateContentCoding(accept: string | undefined, size: number): ContentCoding {
  if (!accept || size < worthwhile) return 'identity'
  let encoding = known.get(accept)
  if (encoding === undefined) {
    encoding = best(accept)
    if (known.size < memory && accept.length < 200) known.set(accept, encoding)
  }
  return encoding
}

function best(accept: string): ContentCoding {
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

/** Whether `If-None-Match` names `etag`, compared weakly as it is for reads: `*`, one tag, or a list of them. */
export function matchesIfNoneMatch(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  if (condition === etag || condition.trim() === '*') return true
  const strong = etag.replace(/^W\//, '')
  return condition.match(/"[^"]*"/g)?.includes(strong) ?? false
}
