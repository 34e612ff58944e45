import { useEffect } from 'react'
import { localStore } from './browser-storage.ts'

/** Prefix of all draft keys in `localStorage`. */
const prefix = 'hanpyeon.draft.'

/** The key of a member's draft in `localStorage`. */
export const draftKey = (name: string, member_id: number | null): string =>
  `${prefix}${name}.${member_id}`

/**
 * Storage of a member's draft, as text. Drafts survive errors, reloads and closed tabs, and are removed on submit and on
 * logout.
 */
export function draftStorage(name: string, member_id: number | null) {
  const key = draftKey(name, member_id)
  return {
    read: () => localStore.getItem(key),
    save: (text: string) => void localStore.setItem(key, text),
    remove: () => localStore.removeItem(key),
  }
}

/** Removes the drafts of all members; called on logout, for shared devices. */
export function clearDrafts() {
  for (const key of localStore.keys()) if (key.startsWith(prefix)) localStore.removeItem(key)
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
