import { endpointList } from '#contract/index.ts'
import type { HttpOptions } from './http-options.ts'
import { openApiPage } from './openapi/openapi-page.ts'
import type { SendCachedResponse } from './endpoints/endpoint-routes.ts'
import { openApiDocument } from './openapi/openapi-document.ts'
import { CachedResponse } from './cache/cached-response.ts'
import { pageSecurityHeaders } from './pages/security-headers.ts'
import { isLocalRequest } from './auth/client-info.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import type { FastifyInstance } from 'fastify'

/** Rendered on the first request, because it takes 250 ms of CPU that a start would spend in vain. */
let apiDocuments: ReturnType<typeof renderApiDocuments> | undefined

/** Mounts liveness, readiness, metrics and API documentation. */
export function mountOperationsRoutes(
  app: FastifyInstance,
  options: HttpOptions,
  send: SendCachedResponse,
) {
  const documents = () => (apiDocuments ??= renderApiDocuments())
  let readiness: Promise<boolean> | undefined
  /** Concurrent probes share one query. */
  const isReady = () => (readiness ??= options.ready().finally(() => (readiness = undefined)))

  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady()
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'unavailable' })
  })

  app.get('/metrics', async (request, reply) => {
    // Metrics are for this machine only. If the server may be behind a proxy that is not counted in `TRUST_PROXY`, that
    // proxy may omit forwarding headers, so local origin cannot be established.
    const { alone, trust_proxy } = options.origins
    if (!isLocalRequest(request.raw) || !(alone || trust_proxy > 0))
      throw new ProblemError('not_found')
    return reply.type(options.metrics.contentType).send(await options.metrics.read())
  })

  app.get('/api/openapi.json', (request, reply) => send(documents().json, request, reply))
  app.get('/api/docs', (request, reply) => send(documents().page, request, reply))
}

function renderApiDocuments() {
  const document = openApiDocument(endpointList)
  return {
    json: staticResponse('application/json; charset=utf-8', JSON.stringify(document), {
      'cache-control': 'public, max-age=300',
    }),
    page: staticResponse('text/html; charset=utf-8', openApiPage(document), {
      ...pageSecurityHeaders(),
    }),
  }
}

/** A response that is constant for the lifetime of the process. */
const staticResponse = (type: string, text: string, headers: Record<string, string>) =>
  new CachedResponse({ status: 200, type, body: Buffer.from(text), tags: [], headers }, 0)
