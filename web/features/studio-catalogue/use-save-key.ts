import { useEffect } from 'react'

/** Ctrl+S, or ⌘S, saves what is being edited; by the key's place, so that it works with a Korean keyboard on. */
export function useSaveKey(save: () => void, isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const press = (event: KeyboardEvent) => {
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      event.preventDefault()
      save()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [save, isDirty])
}
