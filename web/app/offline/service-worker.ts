/**
 * Keeps open pages usable without a connection, and shows a page of its own in place of one that cannot be loaded. It stores
 * that page and the hashed files of the build, never other pages, answers of the API or media. See decisions/0058-navigation.
 */
import type {
  FetchEvent,
  NavigationHold,
  PushPayload,
  WorkerRequest,
  WorkerScope,
} from './worker-scope.ts'

declare const self: WorkerScope
/** Replaced by the build with a hash of its files, so that each build is a new version of the worker. */
declare const BUILD_VERSION: string

const shellCache = `shell-${BUILD_VERSION}`
const offlinePath = '/offline'
const shell = [offlinePath, '/favicon.svg']

/** Shared by all versions: pages of the previous release go on with its files. */
const assetCache = 'assets'
const maxAssetAge_ms = 30 * 86_400_000

const firstDelay_ms = 500
const maxDelay_ms = 8_000

self.addEventListener('install', (event) => {
  // Neither is ever stored or held.
  const direct = ['/api/*', '/media/*', '/images/*'].map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network',
  }))
  event.waitUntil(Promise.all([storeShell(), event.addRoutes?.(direct).catch(() => {})]))
})

async function storeShell() {
  const cache = await caches.open(shellCache)
  await cache.addAll(
    shell.map((path) => new Request(path, { cache: 'reload', credentials: 'omit' })),
  )
}

self.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([
      removeOldFiles(),
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  ),
)

async function removeOldFiles() {
  for (const name of await caches.keys())
    if (name.startsWith('shell-') && name !== shellCache) await caches.delete(name)
  const assets = await caches.open(assetCache)
  for (const request of await assets.keys()) {
    const date = (await assets.match(request))?.headers.get('date')
    if (!(Date.parse(date ?? '') > Date.now() - maxAssetAge_ms)) await assets.delete(request)
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (/^\/(?:api|media|images)\//.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(openPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(readAsset(event))
  else if (pathname === '/__manifest' || pathname.endsWith('.data'))
    event.respondWith(fetchWhenConnected(event))
})

async function openPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const page = await caches.match(offlinePath, { cacheName: shellCache })
    if (!page) throw error
    return page
  }
}

async function readAsset(event: FetchEvent): Promise<Response> {
  const { request } = event
  const assets = await caches.open(assetCache)
  const stored = await assets.match(request, { ignoreVary: true })
  if (stored) return stored
  const isScript = request.destination === 'script'
  const response = await (isScript ? fetchWhenConnected(event) : fetch(request))
  if (response.ok) {
    // A full disk does not keep the file from the page.
    const storing = assets.put(request, response.clone()).catch(() => {})
    event.waitUntil(storing)
  }
  return response
}

/** Resolves a waiting request early. */
const waiting = new Set<() => void>()
const retryAll = () => waiting.forEach((retry) => retry())

const waitToRetry = (delay: number) =>
  new Promise<void>((resolve) => {
    const retry = () => {
      waiting.delete(retry)
      resolve()
    }
    waiting.add(retry)
    setTimeout(retry, delay)
  })

const heldRequests = new Map<string, number>()

/** Counts the waiting requests of a page. @returns whether the page is still open. */
async function changeHeld(clientId: string, change: 1 | -1): Promise<boolean> {
  const before = heldRequests.get(clientId) ?? 0
  const after = before + change
  if (after > 0) heldRequests.set(clientId, after)
  else heldRequests.delete(clientId)
  const client = await self.clients.get(clientId)
  if (before === 0 || after === 0)
    client?.postMessage((after > 0 ? 'held' : 'resumed') satisfies NavigationHold)
  return client !== undefined
}

/**
 * Sends a request of a navigation again and again while the server cannot be reached, so that the page stays until the next
 * one opens. React Router would show an error page or load the document again.
 */
async function fetchWhenConnected({ request, clientId }: FetchEvent): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    if (request.signal.aborted || !(await changeHeld(clientId, 1))) throw error
  }
  try {
    for (let delay = firstDelay_ms; ; delay = Math.min(delay * 2, maxDelay_ms)) {
      await waitToRetry(delay)
      try {
        return await fetch(request)
      } catch (error) {
        if (request.signal.aborted || !(await self.clients.get(clientId))) throw error
      }
    }
  } finally {
    await changeHeld(clientId, -1)
  }
}

self.addEventListener('message', ({ data }) => {
  const message = data as WorkerRequest
  if (message === 'retry') retryAll()
  if (message === 'skip_waiting') void self.skipWaiting()
})

self.addEventListener('push', (event) => {
  if (!event.data) return
  const { id, title, body, path } = event.data.json() as PushPayload
  // A message that is sent twice is shown once.
  const options = { body, tag: String(id), icon: '/icon-180.png', data: path }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPath(event.notification.data as string))
})

/** Shows the page of a path: the tab that has it, or a new one, so that no film is left. */
async function openPath(path: string) {
  const { href } = new URL(path, location.origin)
  const open = (await self.clients.matchAll({ type: 'window' })).find(({ url }) => url === href)
  await (open ? open.focus() : self.clients.openWindow(href))
}
