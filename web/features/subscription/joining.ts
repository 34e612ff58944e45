import { safeNext } from '#web/next-path.ts'

const key = 'hanpyeon.joining'

/** Keeps for this tab where somebody was going when he left for the card's window; null where nowhere. */
export function rememberJoining(back: string | null) {
  try {
    if (back) sessionStorage.setItem(key, back)
    else sessionStorage.removeItem(key)
  } catch {
    // Then the page that the window returns to says where one can go.
  }
}

export function joiningFrom(): string | null {
  try {
    return safeNext(sessionStorage.getItem(key))
  } catch {
    return null
  }
}
