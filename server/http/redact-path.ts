/** Paths that a secret follows: of an account's recovery, and of lists that are shared by link. */
const secretPrefix =
  /(?:\/accounts\/recovery\/password\/change|\/api\/contents\/lists\/shared|^\/lists)\//

/** Returns the path of a URL for the log: without query and secret. */
export function redactPath(url: string): string {
  const path = url.replace(/[?#].*$/s, '')
  // The router percent-decodes before matching, and ignores case.
  const decodedPath = path
    .replace(/%[0-7][0-9a-f]/gi, (code) => decodeURIComponent(code))
    .toLowerCase()
  const prefix = secretPrefix.exec(decodedPath)?.[0]
  return prefix ? `${prefix}-` : path
}
