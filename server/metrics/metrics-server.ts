import type { Logger } from '#server/shared/logger.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { MetricsRegistry } from './registry.ts'

/**
 * Starts the operations port with `/metrics`, `/healthz`, `/readyz`, and `/alerts` for Alertmanager. It exposes no personal data
 * and has no authentication: access is controlled by the listen address (METRICS_HOST).
 * @throws StartupError if the port is in use.
 */
export async function startMetricsServer(
  at: { host: string; port: number },
  deps: {
    metrics: MetricsRegistry
    ready(): Promise<boolean>
    /** @returns false if the text is no notification of alerts */
    receiveAlerts(text: string): Promise<boolean>
    log: Logger
  },
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
    if (path === '/alerts' && request.method === 'POST')
      return void receive(request, deps.receiveAlerts).then(
        (status) => respond(status, 'text/plain', ''),
        (error: Error) => {
          log.warn({ error: error.message }, 'alerts not stored')
          respond(503, 'text/plain', '')
        },
      )
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

const maxNotificationBytes = 1_048_576

/** @returns the status of the response */
async function receive(
  request: IncomingMessage,
  receiveAlerts: (text: string) => Promise<boolean>,
): Promise<number> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxNotificationBytes) return 413
    chunks.push(chunk)
  }
  return (await receiveAlerts(Buffer.concat(chunks).toString('utf8'))) ? 204 : 400
}
