import { useEffect, useState } from 'react'

/** Absent without TLS, and where the browser forbids it. */
export const { serviceWorker } = (globalThis.navigator ?? {}) as {
  serviceWorker?: ServiceWorkerContainer
}

/** Returns whether a navigation waits for the connection: the worker repeats its requests. */
export function useIsHeld(): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const update = ({ data }: MessageEvent) => setHeld(data === 'held')
    serviceWorker?.addEventListener('message', update)
    return () => serviceWorker?.removeEventListener('message', update)
  }, [])
  return isHeld
}
