import type { ProblemCode } from '#contract/core/problem-codes.ts'

/** The longest path of the site is that of a password reset, with some 150 characters. */
const maxPathLength = 512
/** The longest query removes 500 entries of the watch history. */
const maxQueryLength = 12_800
const maxParameters = 500

/** Returns the path and query of a target, without the scheme and host of an absolute one (RFC 9112, 3.2.2). */
export const originForm = (target = '/') =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/')

/**
 * Returns the problem of a request target, before anything else reads it: `uri_too_long`, `not_found` for a path with an empty
 * segment or NUL, which PostgreSQL cannot store, `invalid_request` for a query with NUL or too many parameters, or for a
 * target that is no path.
 */
export function problemOfTarget(target: string): ProblemCode | undefined {
  if (!target.startsWith('/')) return 'invalid_request'
  const query = target.indexOf('?')
  const pathLength = query < 0 ? target.length : query
  if (pathLength > maxPathLength || target.length - pathLength > maxQueryLength)
    return 'uri_too_long'
  for (const text of ['//', '%00']) {
    const at = target.indexOf(text)
    if (at >= 0 && at < pathLength) return 'not_found'
  }
  if (query < 0) return undefined
  const isInvalid = target.includes('%00') || hasTooManyParameters(target, query)
  return isInvalid ? 'invalid_request' : undefined
}

function hasTooManyParameters(target: string, query: number): boolean {
  let count = 1
  for (let at = target.indexOf('&', query); at >= 0; at = target.indexOf('&', at + 1)) count++
  return count > maxParameters
}
