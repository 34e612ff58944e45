/** What follows is the secret of a link in a letter (D-15). */
const secretAfter = '/accounts/recovery/password/change/'

/** The path of an address as a line of the log may hold it: no query, and nothing that opens anything. */
export function redactPath(url: string): string {
  const path = url.replace(/[?#].*$/s, '')
  // However its letters are spelled, the router finds that page by them.
  const plain = path.replace(/%[0-7][0-9a-f]/gi, (letter) => decodeURIComponent(letter))
  return plain.toLowerCase().includes(secretAfter) ? `${secretAfter}-` : path
}
