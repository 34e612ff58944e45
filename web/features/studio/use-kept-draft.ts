import { draftNamed } from '#web/data/drafts.ts'
import { useEffect } from 'react'

/**
 * Keeps what is not saved on this device, under its name; with the last of it (`null`) it goes. Of who is signed out by
 * now nothing is touched: he finds it again when he is back.
 */
export function useKeptDraft(name: string, user_id: number | null, text: string | null): void {
  useEffect(() => {
    if (user_id === null) return
    const kept = draftNamed(name, user_id)
    if (text) kept.keep(text)
    else kept.drop()
  }, [name, user_id, text])
}
