import { useEffect } from 'react'

/** What somebody has typed here, not sent yet or for himself alone, kept on this device under names with this beginning. */
const prefix = 'hanpyeon.draft.'

/**
 * A draft of a member's, as text. It outlives a failure, a reload and the tab, until it is sent or he signs out.
 * Where the browser keeps nothing, it is on the screen alone.
 */
export function draftStorage(name: string, member_id: number | null) {
  const key = `${prefix}${name}.${member_id}`
  return {
    read(): string | null {
      try {
        return localStorage.getItem(key)
      } catch {
        return null
      }
    },
    save(text: string) {
      try {
        localStorage.setItem(key, text)
      } catch {
        // No room, or not allowed.
      }
    },
    remove() {
      try {
        localStorage.removeItem(key)
      } catch {
        // Not allowed: nothing was kept.
      }
    },
  }
}

/** Whoever signs out leaves nothing behind for the next at this device. */
export function clearDrafts() {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // Not allowed: nothing was kept.
  }
}

/**
 * Keeps what is not saved on this device, under its name; with the last of it (`null`) it goes. Of who is signed out by
 * now nothing is touched: he finds it again when he is back.
 */
export function useDraftAutosave(name: string, user_id: number | null, text: string | null): void {
  useEffect(() => {
    if (user_id === null) return
    const kept = draftStorage(name, user_id)
    if (text) kept.save(text)
    else kept.remove()
  }, [name, user_id, text])
}
