/**
 * Holds the requests of a navigation while the server cannot be reached, so that the page stays until the next one opens.
 * The build makes React Router use it (`bin/app/hold-navigations.ts`).
 */

/**
 * The `detail` of `navigationEvent`: `held` when a navigation starts to wait for the connection, `resumed` when none waits any
 * longer, and `document_needed` when a module cannot be imported although the server answers, such as after a release.
 */
export type NavigationHold = 'held' | 'resumed' | 'document_needed'
/** Dispatched at the window. */
export const navigationEvent = 'navigation-hold'
/** Dispatched at the window to repeat the requests that wait. */
export const navigationRetryEvent = 'navigation-retry'
const notify = (detail: NavigationHold) =>
  dispatchEvent(new CustomEvent(navigationEvent, { detail }))

const firstDelay_ms = 500
const maxDelay_ms = 8_000

let heldCount = 0

/** Waits for `delay` ms, until the browser is online or the user retries. @throws the reason of `signal` when it aborts. */
const waitToRetry = (delay: number, signal: AbortSignal) =>
  new Promise((resolve, reject) => {
    setTimeout(resolve, delay)
    addEventListener('online', resolve, { once: true, signal })
    addEventListener(navigationRetryEvent, resolve, { once: true, signal })
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/**
 * Sends a request, again and again while the server cannot be reached.
 * @param signal aborts the navigation. Without one the request is in the background, and is sent once.
 * @throws what `request` throws, unless it is a `TypeError`, as network errors are.
 */
export async function untilConnected<T>(
  request: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let isHeld = false
  try {
    for (let delay = firstDelay_ms; ; delay = Math.min(delay * 2, maxDelay_ms))
      try {
        return await request()
      } catch (error) {
        if (!signal || signal.aborted || !(error instanceof TypeError)) throw error
        if (!isHeld && heldCount++ === 0) notify('held')
        isHeld = true
        await waitToRetry(delay, signal)
      }
  } finally {
    if (isHeld && --heldCount === 0) notify('resumed')
  }
}

/** Imports a route's module. The promise stays pending if a document is needed. */
export function importRouteModule(url: string): Promise<unknown> {
  let hasFailed = false
  return untilConnected(async () => {
    try {
      return await import(/* @vite-ignore */ url)
    } catch (error) {
      const { ok } = await fetch(url, { method: 'HEAD', cache: 'no-store' })
      if (ok && !hasFailed) {
        hasFailed = true
        throw error
      }
      notify('document_needed')
      return new Promise(() => {})
    }
  }, new AbortController().signal)
}
