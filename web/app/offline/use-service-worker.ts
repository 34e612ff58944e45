import { useEffect, useState } from 'react'
import type { WorkerRequest } from './worker-scope.ts'

/** Absent without TLS, and where the browser forbids it. */
const { serviceWorker } = (globalThis.navigator ?? {}) as { serviceWorker?: ServiceWorkerContainer }

/** Registers the service worker when the page is idle, so that a first visit is not heavier. */
export function useServiceWorker() {
  useEffect(() => {
    if (!serviceWorker || !import.meta.env.PROD) return
    const load = () =>
      void import('./register-worker.ts').then(
        ({ registerWorker }) => registerWorker(serviceWorker),
        () => {},
      )
    const loadWhenIdle = () =>
      'requestIdleCallback' in window ? requestIdleCallback(load) : setTimeout(load, 2_000)
    if (document.readyState === 'complete') loadWhenIdle()
    else addEventListener('load', loadWhenIdle, { once: true })
    return () => removeEventListener('load', loadWhenIdle)
  }, [])
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

export const retryNavigation = () =>
  serviceWorker?.controller?.postMessage('retry' satisfies WorkerRequest)
