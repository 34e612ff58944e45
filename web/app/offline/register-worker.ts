import { keepInstallPrompt } from '#web/session/install-prompt.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { isVideoPath } from '#web/routing/paths.ts'
import { offlineMessages } from './messages.ko.ts'
import type { WorkerRequest } from './worker-scope.ts'

/** Milliseconds between checks for a new version in a page that stays open. */
const checkInterval_ms = 3_600_000

let isRegistered = false

/**
 * Registers the worker of this build and offers a new version when there is one. Without the press it takes over when all pages
 * are closed, and until then the old one serves them.
 */
export async function registerWorker(container: ServiceWorkerContainer): Promise<void> {
  if (isRegistered) return
  isRegistered = true
  keepInstallPrompt()
  const registration = await container
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch(() => undefined)
  if (!registration) return
  const offer = () => {
    if (registration.waiting && container.controller) offerUpdate(container, registration.waiting)
  }
  offer()
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer()
    })
  })
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < checkInterval_ms) return
    checkedAt = Date.now()
    void registration.update().catch(() => {})
  })
}

/** A film is not interrupted: the next page offers it. */
function offerUpdate(container: ServiceWorkerContainer, worker: ServiceWorker) {
  if (isVideoPath(location.pathname)) return
  toasts.show(offlineMessages.update_ready, 'info', {
    label: offlineMessages.reload,
    run() {
      container.addEventListener('controllerchange', () => location.reload(), { once: true })
      worker.postMessage('skip_waiting' satisfies WorkerRequest)
    },
  })
}
