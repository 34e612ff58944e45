/** The part of the global scope of service workers that `service-worker.ts` uses: TypeScript's types of it exclude those of pages. */
export type WorkerScope = {
  readonly clients: {
    get(id: string): Promise<WorkerClient | undefined>
    matchAll(options: { type: 'window' }): Promise<readonly WorkerClient[]>
    openWindow(url: string): Promise<unknown>
    claim(): Promise<void>
  }
  readonly registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}
type WorkerClient = {
  readonly url: string
  postMessage(message: unknown): void
  focus(): Promise<unknown>
}

type ExtendableEvent = { waitUntil(work: Promise<unknown>): void }
export type FetchEvent = ExtendableEvent & {
  readonly request: Request
  readonly clientId: string
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
type WorkerEvents = {
  install: ExtendableEvent & {
    /** Static routing: matching requests do not start the worker. */
    addRoutes?(rules: readonly object[]): Promise<void>
  }
  activate: ExtendableEvent
  fetch: FetchEvent
  message: { readonly data: unknown }
  push: ExtendableEvent & { readonly data: { json(): unknown } | null }
  notificationclick: ExtendableEvent & { readonly notification: Notification }
}

/** The payload of a push message, which `send-push.ts` of the server writes. */
export type PushPayload = { id: number; title: string; body: string; path: string }

/** From a page to the worker: repeats the requests that wait, or replaces the running worker. */
export type WorkerRequest = 'retry' | 'skip_waiting'
/** From the worker to a page: a navigation of it waits for the connection, or none any longer. */
export type NavigationHold = 'held' | 'resumed'
