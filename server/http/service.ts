import { endpointList } from '#contract/index.ts'
import type { HttpOptions } from './server.ts'
import { documentationPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'
import { pageSecurityHeaders } from './security-headers.ts'
import { isFromHere } from './who.ts'
import { Refusal } from '../kernel/refusals.ts'
import type { FastifyInstance } from 'fastify'

/** What those who run the service ask: is it alive, does it serve, how does it fare, what can it do. */
export function mountService(app: FastifyInstance, options: HttpOptions) {
  const document = openApiDocument(endpointList)

  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', async (_request, reply) => {
    const ready = await options.ready()
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'unavailable' })
  })

  app.get('/metrics', async (request, reply) => {
    // Figures are for the machine that runs us, not for whoever comes by a proxy. Where there may be one that nobody
    // counted (`TRUST_PROXY`), it may be one that says nothing of whom it heard.
    const { alone, trust_proxy } = options.origins
    if (!isFromHere(request.raw) || !(alone || trust_proxy > 0)) throw new Refusal('not_found')
    return reply.type(options.metrics.contentType).send(await options.metrics.read())
  })

  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(document),
  )
  app.get('/api/docs', async (_request, reply) =>
    reply
      .headers(pageSecurityHeaders())
      .type('text/html; charset=utf-8')
      .send(documentationPage(document)),
  )
}
