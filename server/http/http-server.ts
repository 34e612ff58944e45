import type { HttpOptions } from './http-options.ts'
import { endpointList } from '#contract/index.ts'

import { metrics, cachedResponseHits } from '#server/shared/metrics.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { runWithRequestId } from '#server/shared/request-id.ts'

import { createFileCounter } from './media-files/count-file.ts'
import { discardRequestBody } from './endpoints/multipart-forms.ts'
import { HttpResponse } from './http-response.ts'
import { redactPath } from './redact-path.ts'
import { mountEndpoints, type SendCachedResponse } from './endpoints/endpoint-routes.ts'
import { mountPages } from './pages/mount-pages.ts'

import { problemStatus, toProblemError } from './errors/problem-details.ts'
import { buildErrorResponse, buildMalformedRequestResponse } from './errors/error-response.ts'

import { securityHeaders } from './pages/security-headers.ts'
import { mountOperationsRoutes } from './operations-routes.ts'
import { mountSitemap } from './pages/sitemap-routes.ts'

import { writeCachedResponse } from './cache/static-assets.ts'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { randomUUID } from 'node:crypto'

export type HttpServer = {
  app: FastifyInstance
  server: Server
  listen(port: number, host: string): Promise<void>
  /** From now on every answer ends its connection: who wants more comes by a new one, and may come to another server. */
  drain(): void
  /** Takes no more connections, and ends when those that were under way have their answers. */
  close(): Promise<void>
}

/** What is still being answered, or read, after so long is broken off, in ms. */
const closingPatience = 25_000

/** A body that is not all here after so long, in ms, is not waited for; a film's may take as long as it moves. */
const bodyWithin = 30_000
const polled = new Set(['/healthz', '/readyz', '/metrics'])
/** Keys of sold films are decided by the database each time they are asked for. */
const mediaKeyPath = /^\/media\/[^/]+\/[^/]+\/keys\//

/** The one socket everything comes in by: what is prepared is written at once, the rest goes to Fastify. */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { prepared, assets, log } = options
  const { limits } = options
  const secure = securityHeaders(options.site_url)
  const requestIds = requestIdMaker()
  const countFile = createFileCounter()
  const common = [...secure, 'x-request-id']

  /** A page under development loads each of its modules by a request of its own. */
  const isCounted = (url: string) =>
    !polled.has(url) && (!options.development || url.startsWith('/api/'))

  const front =
    (handle: (request: IncomingMessage, response: HttpResponse) => void) =>
    (request: IncomingMessage, response: HttpResponse) => {
      const url = request.url ?? '/'
      if (draining) response.shouldKeepAlive = false
      if (options.uploads.takes(url)) return void takeUpload(request, response)
      if (bringsBody(request)) boundBody(request)
      const entry = reads(request) ? (prepared.hit(url) ?? assets.get(url)) : undefined
      const isFile = !entry && /^\/(?:media|images|grants)\//.test(url)
      try {
        limits.countSearch(url, request)
        // Answers from memory and files that are there cost nothing; load balancers ask for `polled` every second.
        if (!entry && !isFile && isCounted(url)) limits.spend(request, 'request')
      } catch (error) {
        metrics.requests.inc({ kind: 'limited', status: 429 })
        return refuse(request, response, toProblemError(error))
      }
      if (entry) {
        cachedResponseHits.count++
        return writeCachedResponse(entry, request, response, common, requestIds())
      }
      if (isFile) return void serveFile(url, request, response)
      if (url.startsWith('/assets/') && !options.development) {
        return refuse(request, response, new ProblemError('not_found'))
      }
      handle(request, response)
    }

  function setSecurity(response: ServerResponse) {
    for (let at = 0; at < secure.length; at += 2)
      response.setHeader(secure[at] ?? '', secure[at + 1] ?? '')
  }

  /** Pieces of a film come too often to be counted as calls; those that are refused are. */
  async function takeUpload(request: IncomingMessage, response: ServerResponse) {
    const began = performance.now()
    response.once('close', () => {
      const { statusCode: status, headersSent } = response
      const line = {
        request_id,
        method: request.method,
        status,
        ms: Math.round(performance.now() - began),
      }
      metrics.requests.inc({ kind: 'upload', status: headersSent ? status : 'cut' })
      log.info(headersSent ? line : { ...line, status: 'cut' }, 'upload')
    })
    const request_id = requestIds()
    setSecurity(response)
    response.setHeader('x-request-id', request_id)
    try {
      if (request.method !== 'PATCH') limits.spend(request, 'request')
      await options.uploads.handle(request, response)
    } catch (error) {
      const refusal = toProblemError(error)
      if (refusal.code === 'internal_error')
        log.error({ request_id, error: describe(error) }, 'upload request')
      if (request.method === 'PATCH') countRefusedPiece(request)
      if (response.headersSent || response.destroyed) return void response.destroy()
      discardRequestBody({ raw: request })
      const { status, lines, body } = buildErrorResponse(refusal, request, request_id)
      response.setHeader('tus-resumable', '1.0.0')
      for (let at = 0; at < lines.length; at += 2)
        response.setHeader(lines[at] ?? '', lines[at + 1] ?? '')
      response.writeHead(status).end(body)
    }
  }

  async function serveFile(url: string, request: IncomingMessage, response: HttpResponse) {
    const began = performance.now()
    response.common = secure
    try {
      if (mediaKeyPath.test(url)) limits.spend(request, 'key')
      const query = url.indexOf('?')
      const path = query < 0 ? url : url.slice(0, query)
      const refused = await options.files(path, request, response)
      const status = refused ? problemStatus[refused.code] : response.statusCode
      countFile(url, request.method === 'HEAD' ? 'HEAD' : 'GET', status, began)
      if (refused === undefined) return
      if (refused.code === 'not_found') limits.countAbsentFile(request)
      const methods = url.includes('/keys/') ? 'GET' : 'GET, HEAD'
      const allow = refused.code === 'method_not_allowed' ? ['allow', methods] : []
      response.common = undefined
      refuse(request, response, refused, allow)
    } catch (error) {
      const refusal = toProblemError(error)
      if (refusal.code === 'rate_limited') metrics.requests.inc({ kind: 'limited', status: 429 })
      else log.error({ error: describe(error) }, 'media request')
      if (response.headersSent) return void response.destroy()
      response.common = undefined
      refuse(request, response, refusal)
    }
  }

  /** A piece that was refused counts as a request; it is refused anyhow. */
  function countRefusedPiece(request: IncomingMessage) {
    try {
      limits.spend(request, 'request')
    } catch {}
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: ProblemError,
    extra: readonly string[] = [],
  ) {
    const id = requestIds()
    const { status, lines, body } = buildErrorResponse(refusal, request, id)
    response.writeHead(status, [...lines, 'x-request-id', id, ...secure, ...extra]).end(body)
  }

  let draining = false
  let server: Server | undefined
  const app = fastify({
    logger: false,
    // Who has been let in is answered: not with a 503 because the end has come meanwhile.
    return503OnClosing: false,
    genReqId: () => requestIds(),
    bodyLimit: 64 * 1024,
    requestTimeout: bodyWithin,
    // What the framework would refuse in its own words, and not in ours.
    frameworkErrors: (error, request, reply) =>
      refuse(request.raw, reply.raw, toProblemError(error)),
    clientErrorHandler(error, socket) {
      if (socket.writable) socket.write(buildMalformedRequestResponse(error.code, secure))
      socket.destroy(error)
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: false,
      maxParamLength: 200,
    },
    // Ours answers what it is asked: a slow client may not hold the headers for longer than 10 s.
    serverFactory: (handle) => {
      server = createServer(
        {
          ServerResponse: HttpResponse,
          headersTimeout: 10_000,
          // Bounded for each request by itself: films take longer.
          requestTimeout: 0,
          keepAliveTimeout: 65_000,
          // Node looks every 30 s unless told, and lets who is slow go on for twice as long.
          connectionsCheckingInterval: 5_000,
        },
        front(handle),
      ).on('upgrade', options.sockets.upgrade)
      return server
    },
  })

  app.removeContentTypeParser('text/plain')
  // Before a body is read: whatever it is, the answer is the same.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || reads(request)) return
    if (request.url.startsWith('/api/')) throw new ProblemError('not_found')
    reply.header('allow', 'GET, HEAD')
    throw new ProblemError('method_not_allowed')
  })
  app.addHook('onSend', async (request, reply) => {
    for (let i = 0; i < secure.length; i += 2) reply.header(secure[i] ?? '', secure[i + 1])
    reply.header('x-request-id', request.id)
  })
  // Once the body is there: what comes of a socket's events is nobody's in particular.
  app.addHook('preValidation', (request, _reply, done) => runWithRequestId(request.id, done))
  app.addHook('onResponse', async (request, reply) => {
    const kind = request.url.startsWith('/api/') ? 'call' : 'page'
    metrics.requests.inc({ kind, status: reply.statusCode })
    // The route as it was mounted: an address somebody makes up is no label.
    metrics.request_seconds
      .labels(request.routeOptions.url ?? 'none', request.method, statusClass(reply.statusCode))
      .observe(reply.elapsedTime / 1_000)
    const line = {
      request_id: request.id,
      method: request.method,
      path: redactPath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    // Asked every few seconds by whoever watches over us: an outage has its own line.
    if (polled.has(line.path)) log.debug(line, 'request')
    else if (reply.statusCode >= 500) log.error(line, 'request')
    else log.info(line, 'request')
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = toProblemError(error)
    if (refusal.code === 'internal_error')
      log.error({ request_id: request.id, error: describe(error) }, 'request failed')
    if (refusal.cause !== undefined)
      log.error({ request_id: request.id, error: describe(refusal.cause) }, refusal.code)
    return sendRefusal(reply, refusal)
  })
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, new ProblemError('not_found')))

  const send: SendCachedResponse = (entry, request, reply) => {
    reply.hijack()
    writeCachedResponse(entry, request.raw, reply.raw, common, request.id)
  }
  mountOperationsRoutes(app, options, send)
  mountSitemap(app, { source: options.sitemap, prepared, send, limits, site_url: options.site_url })
  mountEndpoints(
    app,
    endpointList.map(({ endpoint }) => endpoint),
    {
      calls: options.calls,
      prepared,
      send,
      origins: options.origins,
      findSession: options.findSession,
    },
  )
  options.outbox?.(app)
  if (options.pages)
    mountPages(app, options.pages, {
      ...{ prepared, send, limits },
      locate: options.locatePage,
      development: options.development,
    })

  await app.ready()
  return {
    app,
    get server() {
      if (!server) throw new Error('The server is made when Fastify is')
      return server
    },
    async listen(port, host) {
      await app.listen({ port, host })
    },
    drain() {
      draining = true
    },
    async close() {
      draining = true
      const began = performance.now()
      // A connection whose last request came before the end was told of is kept open after its answer.
      const sweep = setInterval(() => {
        if (performance.now() - began > closingPatience) server?.closeAllConnections()
        else server?.closeIdleConnections()
      }, 50)
      await app.close().finally(() => clearInterval(sweep))
    },
  }
}

const reads = ({ method }: Pick<IncomingMessage, 'method'>) => method === 'GET' || method === 'HEAD'

const bringsBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Cuts a line whose request is not all here in time, as Node would for all requests alike. */
function boundBody(request: IncomingMessage) {
  const timer = setTimeout(() => {
    if (request.complete || request.socket.destroyed) return
    request.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () =>
      request.socket.destroy(),
    )
  }, bodyWithin)
  timer.unref()
  const done = () => clearTimeout(timer)
  request.once('end', done).once('close', done)
}

function sendRefusal(reply: FastifyReply, refusal: ProblemError) {
  const { status, lines, body } = buildErrorResponse(refusal, reply.request.raw, reply.request.id)
  for (let at = 0; at < lines.length; at += 2) reply.header(lines[at] ?? '', lines[at + 1] ?? '')
  return reply.status(status).send(body)
}

const statusClass = (status: number) => `${Math.floor(status / 100)}xx`

/** Ids that are unique over processes and cost nothing: a random head and a count. */
function requestIdMaker(): () => string {
  const head = randomUUID().slice(0, 13)
  let count = 0
  return () => `${head}-${(++count).toString(36)}`
}

function describe(error: unknown): { message: string; stack?: string | undefined } {
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error) }
}
