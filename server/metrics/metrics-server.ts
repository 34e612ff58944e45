import type { Logger } from '#server/shared/logger.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { MetricsRegistry } from './registry.ts'

/**
 * Starts the operations port with `/metrics`, `/healthz` and `/readyz`. It exposes no personal data and has no
 * authentication: access is controlled by the listen address (METRICS_HOST).
 * @throws StartupError if the port is in use.
 */
export async function startMetricsServer(
  at: { host: string; port: number },
  deps: { metrics: MetricsRegistry; ready(): Promise<boolean>; log: Logger },
): Promise<{ port: number; close(): Promise<void> }> {
  const { metrics, log } = deps
  const server = createServer((request, response) => {
    const respond = (status: number, type: string, text: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    const respondStatus = (status: number, status_text: string) =>
      respond(status, 'application/json', JSON.stringify({ status: status_text }))
    const path = request.url?.split('?', 1)[0]
    if (path === '/healthz') return respondStatus(200, 'ok')
    if (path === '/readyz')
      return void deps
        .ready()
        .then((ready) => (ready ? respondStatus(200, 'ready') : respondStatus(503, 'unavailable')))
    if (path !== '/metrics') return respondStatus(404, 'not found')
    metrics.read().then(
      (text) => respond(200, metrics.contentType, text),
      (error: Error) => {
        log.warn({ error: error.message }, 'metrics scrape failed')
        respondStatus(500, 'failed')
      },
    )
  })
  server.listen(at.port, at.host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(
      `METRICS_PORT: ${at.host}:${at.port} cannot be listened on (${error.code ?? error.message}).`,
    )
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : at.port,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
