const key = 'hanpyeon.player'

const drawn = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

let name: string | undefined

/**
 * What this tab calls itself (D-46): kept through a reload, so that it is not refused for the place it holds itself.
 * Where storage is refused it lives as long as the page.
 */
export function playerName(): string {
  if (name) return name
  try {
    name = sessionStorage.getItem(key) ?? drawn()
    sessionStorage.setItem(key, name)
  } catch {
    name ??= drawn()
  }
  return name
}
