import type { Logger } from '#server/shared/logger.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { MetricsRegistry } from './registry.ts'

/**
 * A port of its own for those who run the service: `/metrics`, `/healthz` and `/readyz`. Nothing personal is told there,
 * and nobody is asked who he is: who can reach it is decided by where it listens (METRICS_HOST).
 * @throws StartupFault where the port is taken.
 */
export async function startMetricsServer(
  at: { host: string; port: number },
  parts: { metrics: MetricsRegistry; ready(): Promise<boolean>; log: Logger },
): Promise<{ port: number; close(): Promise<void> }> {
  const { metrics, log } = parts
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, text: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    const say = (status: number, word: string) =>
      answer(status, 'application/json', JSON.stringify({ status: word }))
    const path = request.url?.replace(/\?.*$/, '')
    if (path === '/healthz') return say(200, 'ok')
    if (path === '/readyz')
      return void parts
        .ready()
        .then((ready) => (ready ? say(200, 'ready') : say(503, 'unavailable')))
    if (path !== '/metrics') return say(404, 'not found')
    metrics.read().then(
      (text) => answer(200, metrics.contentType, text),
      (error: Error) => {
        log.warn({ error: error.message }, 'metrics scrape failed')
        say(500, 'failed')
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
