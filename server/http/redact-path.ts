/** A recovery token follows this path. */
const secretPrefix = '/accounts/recovery/password/change/'

/** Returns the path of a URL for the log: without query and recovery token. */
export function redactPath(url: string): string {
  const path = url.replace(/[?#].*$/s, '')
  // The router percent-decodes before matching.
  const decodedPath = path.replace(/%[0-7][0-9a-f]/gi, (code) => decodeURIComponent(code))
  return decodedPath.toLowerCase().includes(secretPrefix) ? `${secretPrefix}-` : path
}
