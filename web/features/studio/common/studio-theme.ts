import { localStore, useStoredValue } from '#web/lib/browser-storage.ts'
import { studioThemeKey } from '#web/lib/inline-scripts.ts'
import { useLayoutEffect } from 'react'

export type StudioTheme = 'light' | 'dark'

const parse = (text: string | null): StudioTheme => (text === 'dark' ? 'dark' : 'light')

/** The colour theme of the studio, kept on this device; light unless the member chose otherwise. */
export function useStudioTheme(): [StudioTheme, (theme: StudioTheme) => void] {
  const [text, store] = useStoredValue(studioThemeKey)
  return [parse(text), store]
}

/** Applies the theme to the document while the studio is open: dialogs are outside of its elements. */
export function useDocumentTheme(): void {
  const [theme] = useStudioTheme()
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    // Not `theme`, which is the default during hydration.
    dataset['theme'] = parse(localStore.getItem(studioThemeKey))
    return () => void delete dataset['theme']
  }, [theme])
}
