import { useStoredValue } from '#web/lib/browser-storage.ts'
import { createStore, useStore } from 'zustand'

/** The event with which Chromium lets a page offer to install the site. */
type InstallPromptEvent = Event & { prompt(): Promise<unknown> }

const store = createStore<{ event: InstallPromptEvent | null }>(() => ({ event: null }))

/** Keeps the browser's offer to install the site for `useInstallOffer`, so that none appears on arrival. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    store.setState({ event: event as InstallPromptEvent })
  })
  addEventListener('appinstalled', () => store.setState({ event: null }))
}

/** The offer to install the site. Undefined if the browser makes none, or it was answered once. */
export function useInstallOffer() {
  const { event } = useStore(store)
  const [answered, setAnswered] = useStoredValue('hanpyeon.install-answered')
  if (!event || answered) return undefined
  const close = () => setAnswered('1')
  return {
    async install() {
      await event.prompt()
      close()
    },
    close,
  }
}
