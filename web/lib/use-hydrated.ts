import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Whether the component is hydrated: false during server rendering and the first render after it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
