import { endpointList } from '#contract/index.ts'
import type { HttpOptions } from './http-options.ts'
import type { SendCachedResponse } from './endpoints/endpoint-routes.ts'
import {
  openApiDocument,
  type OpenApiDocument,
  type Operation,
} from './openapi/openapi-document.ts'
import { CachedResponse } from './cache/cached-response.ts'
import { pageSecurityHeaders } from './pages/security-headers.ts'
import { isLocalRequest } from './auth/client-info.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#server/shared/escape-html.ts'

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
    const { is_loopback_only, trust_proxy } = options.origins
    if (!isLocalRequest(request.raw) || !(is_loopback_only || trust_proxy > 0))
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

/** Renders the OpenAPI document as HTML without scripts or external resources. */
function openApiPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ path, method, operation })),
  )
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${document.info.title}</title>
<style>${styles}</style></head><body><main><h1>${document.info.title}</h1>
<p>${escapeHtml(document.info.description)} <a href="/api/openapi.json">openapi.json</a></p>
<nav><ul>${operations.map(({ path, method, operation }) => `<li><a href="#${operation.operationId}"><code>${method.toUpperCase()} ${escapeHtml(path)}</code></a></li>`).join('')}</ul></nav>
${operations.map(({ path, method, operation }) => section(path, method, operation, document)).join('\n')}
<h2>Schemas</h2>
${Object.entries(document.components.schemas)
  .map(([name, schema]) => `<h3 id="${name}">${name}</h3>${json(schema)}`)
  .join('\n')}
</main></body></html>`
}

function section(
  path: string,
  method: string,
  operation: Operation,
  { components }: OpenApiDocument,
): string {
  const rows = operation.parameters.map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${parameter.in}${parameter.required ? ', required' : ''}</td><td><code>${escapeHtml(JSON.stringify(parameter.schema))}</code></td></tr>`,
  )
  const body = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<p>Takes <code>${type}</code></p>${json(schema)}`,
  )
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const { description, content } =
      '$ref' in response
        ? components.responses[response.$ref.replace('#/components/responses/', '')]!
        : response
    const schema = content?.['application/json']?.schema
    return `<dt>${status}</dt><dd>${escapeHtml(description)}${schema ? json(schema) : ''}</dd>`
  })
  return `<section id="${operation.operationId}"><h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(operation.summary)}</p>${rows.length > 0 ? `<div class="wide"><table><tbody>${rows.join('')}</tbody></table></div>` : ''}
${body.join('')}<dl>${responses.join('')}</dl></section>`
}

/** Renders a schema as JSON in which references are links. */
function json(schema: unknown): string {
  const text = escapeHtml(JSON.stringify(schema, null, 2))
  return `<pre>${text.replace(/#\/components\/schemas\/(\w+)/g, '<a href="#$1">$1</a>')}</pre>`
}

const styles = `:root{color-scheme:dark light}body{font:16px/1.6 system-ui,sans-serif;margin:0}
main{max-width:60rem;margin:auto;padding:1.5rem}section{border-top:1px solid #8884;margin-top:2rem}
h2{font-size:1.1rem}.wide,pre{overflow-x:auto}table{border-collapse:collapse}td{padding:.25rem .75rem .25rem 0;vertical-align:top}
dt{font-weight:700;margin-top:.5rem}dd{margin:0}nav ul{list-style:none;padding:0}`
