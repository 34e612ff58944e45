import { useEffect } from 'react'

/** Prefix of all draft keys in `localStorage`. */
const prefix = 'hanpyeon.draft.'

/**
 * Storage of a member's draft, as text. Drafts survive errors, reloads and closed tabs, and are removed on submit and on
 * logout. Does nothing where `localStorage` is unavailable.
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
        // Full or blocked.
      }
    },
    remove() {
      try {
        localStorage.removeItem(key)
      } catch {
        // Blocked: nothing was saved.
      }
    },
  }
}

/** Removes the drafts of all members; called on logout, for shared devices. */
export function clearDrafts() {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // Blocked: nothing was saved.
  }
}

/** Saves `text` as a draft, or removes the draft if it is empty. Keeps it as it is while nobody is logged in. */
export function useDraftAutosave(name: string, user_id: number | null, text: string | null): void {
  useEffect(() => {
    if (user_id === null) return
    const storage = draftStorage(name, user_id)
    if (text) storage.save(text)
    else storage.remove()
  }, [name, user_id, text])
}
