import { useSyncExternalStore } from 'react'
import { type ClientInstrumentation, useLocation } from 'react-router'

/** The address of the navigation that has not changed the address of the document yet. */
let requested: URL | undefined
const changeEvent = 'navigation-change'

/** Records navigations of the router from their start. Moves in the history change the address of the document at once. */
export const destinationInstrumentation: ClientInstrumentation = {
  router: ({ instrument }) =>
    instrument({
      async navigate(proceed, { to }) {
        const url = typeof to === 'string' ? new URL(to, location.href) : undefined
        requested = url
        dispatchEvent(new Event(changeEvent))
        await proceed()
        // A later navigation has replaced this one.
        if (requested !== url) return
        requested = undefined
        dispatchEvent(new Event(changeEvent))
      },
    }),
}

function subscribe(listener: () => void) {
  addEventListener(changeEvent, listener)
  addEventListener('popstate', listener)
  return () => {
    removeEventListener(changeEvent, listener)
    removeEventListener('popstate', listener)
  }
}

/**
 * Returns the path that is loading, or that of the page. Not `useNavigation`, which React Router updates in a transition that
 * first renders the page that is left. When the data have arrived, the document has the address and React shows the page
 * after that. See decisions/0058-navigation.
 */
export function useDestinationPath(): string {
  const { pathname } = useLocation()
  return useSyncExternalStore(
    subscribe,
    () => (requested ?? location).pathname,
    () => pathname,
  )
}
