import type { HttpOptions } from './http-options.ts'
import { endpointList } from '#contract/index.ts'
import { cachedResponseHits, metrics } from '#server/shared/metrics.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { requireShallow } from '#server/api/parse-json.ts'
import { runWithRequestId } from '#server/shared/request-id.ts'
import {
  createFileRequests,
  isFilePath,
  isMediaAuthorization,
} from './media-files/file-requests.ts'
import { discardRequestBody } from './endpoints/multipart-forms.ts'
import { HttpResponse } from './http-response.ts'
import { redactPath } from './redact-path.ts'
import { originForm, problemOfTarget } from './request-target.ts'
import {
  mountEndpoints,
  mountOneClickUnsubscribe,
  type SendCachedResponse,
} from './endpoints/endpoint-routes.ts'
import { mountPages } from './pages/mount-pages.ts'
import { toProblemError } from './errors/problem-details.ts'
import { buildErrorResponse, buildMalformedRequestResponse } from './errors/error-response.ts'
import { securityHeaders } from './pages/security-headers.ts'
import { mountOperationsRoutes } from './operations-routes.ts'
import { mountSitemap } from './pages/sitemap-routes.ts'
import { catalogueLimitOfRequest, variantKey } from './cache/catalogue-variant.ts'
import { writeCachedResponse } from './cache/static-assets.ts'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createNetServer, type Server as NetServer } from 'node:net'
import { randomUUID } from 'node:crypto'

export type HttpServer = {
  app: FastifyInstance
  server: Server
  listen(port: number, host: string): Promise<void>
  /** Closes the connection after every response from now on, so that clients reconnect, possibly to another server. */
  drain(): void
  /** Stops accepting connections and resolves once pending requests are answered. */
  close(): Promise<void>
}

/** Connections still open after this time are destroyed on close, in ms. */
const closeTimeoutMs = 25_000

/** Time limit for receiving a request body, in ms. Video uploads are exempt while data arrives. */
const bodyTimeoutMs = 30_000
const probePaths = new Set(['/healthz', '/readyz', '/metrics'])

/** Creates the HTTP server: cached responses, files and uploads are handled directly, all other requests by Fastify. */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { responseCache, assets, log } = options
  const { limits } = options
  const securityLines = securityHeaders(options.site_url)
  const requestIds = createRequestIds()
  const common = [...securityLines, 'x-request-id']
  const files = createFileRequests({
    files: options.files,
    limits,
    log,
    common: securityLines,
    sendError,
  })

  /** In development, each module is a request of its own. */
  const isCounted = (url: string) =>
    !probePaths.has(url) && (!options.development || url.startsWith('/api/'))

  const dispatchRequest =
    (handle: (request: IncomingMessage, response: HttpResponse) => void) =>
    (request: IncomingMessage, response: HttpResponse) => {
      const url = (request.url = originForm(request.url))
      if (draining) response.shouldKeepAlive = false
      if (isMediaAuthorization(url)) return void files.authorize(url, hasBody(request), response)
      const targetProblem = problemOfTarget(url)
      if (targetProblem) return sendError(request, response, new ProblemError(targetProblem))
      if (options.uploads.takes(url)) return void handleUpload(request, response)
      if (hasBody(request)) limitBodyTime(request)
      const entry = isRead(request)
        ? (responseCache.hit(variantKey(catalogueLimitOfRequest(request, options.origins), url)) ??
          assets.get(url))
        : undefined
      const isFile = !entry && isFilePath(url)
      try {
        limits.countSearch(url, request)
        // Cached responses and existing files are cheap; load balancers poll `probePaths` every second.
        if (!entry && !isFile && isCounted(url)) limits.spend(request, 'request')
      } catch (error) {
        metrics.requests.inc({ kind: 'limited', status: 429 })
        return sendError(request, response, toProblemError(error))
      }
      if (entry) {
        cachedResponseHits.count++
        return writeCachedResponse(entry, request, response, common, requestIds())
      }
      if (isFile) return void files.serve(url, request, response)
      if (url.startsWith('/assets/') && !options.development) {
        return sendError(request, response, new ProblemError('not_found'))
      }
      handle(request, response)
    }

  /** Upload chunks are too frequent for the request limit; only rejected chunks count. */
  async function handleUpload(request: IncomingMessage, response: ServerResponse) {
    const startedAt = performance.now()
    response.once('close', () => {
      const { statusCode: status, headersSent } = response
      const line = {
        request_id,
        method: request.method,
        status,
        ms: Math.round(performance.now() - startedAt),
      }
      metrics.requests.inc({ kind: 'upload', status: headersSent ? status : 'cut' })
      log.info(headersSent ? line : { ...line, status: 'cut' }, 'upload')
    })
    const request_id = requestIds()
    setHeaders(response, securityLines)
    response.setHeader('x-request-id', request_id)
    try {
      if (request.method !== 'PATCH') limits.spend(request, 'request')
      await options.uploads.handle(request, response)
    } catch (error) {
      const problem = toProblemError(error)
      if (problem.code === 'internal_error')
        log.error({ request_id, error: describe(error) }, 'upload request')
      if (request.method === 'PATCH') countRejectedChunk(request)
      if (response.headersSent || response.destroyed) return void response.destroy()
      discardRequestBody({ raw: request })
      const { status, lines, body } = buildErrorResponse(problem, request, request_id)
      response.setHeader('tus-resumable', '1.0.0')
      setHeaders(response, lines)
      response.writeHead(status).end(body)
    }
  }

  /** A rejected chunk counts as a request. Its own error is sent even if the limit is reached. */
  function countRejectedChunk(request: IncomingMessage) {
    try {
      limits.spend(request, 'request')
    } catch {}
  }

  function sendError(
    request: IncomingMessage,
    response: ServerResponse,
    problem: ProblemError,
    extra: readonly string[] = [],
  ) {
    const id = requestIds()
    const { status, lines, body } = buildErrorResponse(problem, request, id)
    response.writeHead(status, [...lines, 'x-request-id', id, ...securityLines, ...extra]).end(body)
  }

  let draining = false
  let server: Server | undefined
  let ipv6: NetServer | undefined
  const app = fastify({
    logger: false,
    // Requests accepted before shutdown are completed instead of answered with 503.
    return503OnClosing: false,
    genReqId: () => requestIds(),
    bodyLimit: 64 * 1024,
    requestTimeout: bodyTimeoutMs,
    // Framework errors get the same problem format as all others.
    frameworkErrors: (error, request, reply) =>
      sendError(request.raw, reply.raw, toProblemError(error)),
    clientErrorHandler(error, socket) {
      if (socket.writable) socket.write(buildMalformedRequestResponse(error.code, securityLines))
      socket.destroy(error)
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: false,
      maxParamLength: 200,
    },
    // Slow clients get at most 10 s to send their headers.
    serverFactory: (handle) => {
      server = createServer(
        {
          ServerResponse: HttpResponse,
          // Reads have no body, and an ended stream needs no events: saves 15 % of the CPU of a cached response.
          optimizeEmptyRequests: true,
          headersTimeout: 10_000,
          // Disabled here and limited per request, because video uploads take longer.
          requestTimeout: 0,
          keepAliveTimeout: 65_000,
          // Node's default interval of 30 s would let slow clients exceed their limit by as much.
          connectionsCheckingInterval: 5_000,
          // Elsewhere `Upgrade` is ignored (RFC 9110, 7.8).
          shouldUpgradeCallback: ({ url = '' }) => url.startsWith('/ws/'),
        },
        dispatchRequest(handle),
      )
      server.on('upgrade', options.sockets.upgrade)
      // Ignores unknown expectations, as RFC 9110, 10.1.1 permits; Node's default is 417.
      server.on('checkExpectation', (request, response) =>
        server?.emit('request', request, response),
      )
      return server
    },
  })

  app.removeContentTypeParser('text/plain')
  const parseBody = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      try {
        requireShallow(body)
      } catch {
        return done(new ProblemError('malformed_body'))
      }
      return parseBody(request, body, done)
    },
  )
  // Before the body is read.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || isRead(request)) return
    if (request.url.startsWith('/api/')) throw new ProblemError('not_found')
    reply.header('allow', 'GET, HEAD')
    throw new ProblemError('method_not_allowed')
  })
  app.addHook('onSend', async (request, reply) => {
    for (let at = 0; at < securityLines.length; at += 2)
      reply.header(securityLines[at] ?? '', securityLines[at + 1])
    reply.header('x-request-id', request.id)
  })
  // Set once the body has arrived: socket events carry no async context.
  app.addHook('preValidation', (request, _reply, done) => runWithRequestId(request.id, done))
  app.addHook('onResponse', async (request, reply) => {
    const kind = request.url.startsWith('/api/') ? 'call' : 'page'
    metrics.requests.inc({ kind, status: reply.statusCode })
    // Labelled by route pattern: arbitrary addresses would create unbounded labels.
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
    // Health probes arrive every few seconds; outages have their own log line.
    if (probePaths.has(line.path)) log.debug(line, 'request')
    // Clients can cause the other statuses: only faults of the server are errors.
    else if (reply.statusCode === 500) log.error(line, 'request')
    else if (reply.statusCode > 500) log.warn(line, 'request')
    else log.info(line, 'request')
  })
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblemError(error)
    if (problem.code === 'internal_error')
      log.error({ request_id: request.id, error: describe(error) }, 'request failed')
    if (problem.cause !== undefined)
      log.warn({ request_id: request.id, error: describe(problem.cause) }, problem.code)
    return sendProblem(reply, problem)
  })
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new ProblemError('not_found')))

  const send: SendCachedResponse = (entry, request, reply) => {
    reply.hijack()
    writeCachedResponse(entry, request.raw, reply.raw, common, request.id)
  }
  mountOperationsRoutes(app, options, send)
  mountSitemap(app, {
    source: options.sitemap,
    responseCache,
    send,
    limits,
    site_url: options.site_url,
  })
  mountEndpoints(
    app,
    endpointList.map(({ endpoint }) => endpoint),
    {
      calls: options.calls,
      responseCache,
      send,
      origins: options.origins,
      findSession: options.findSession,
    },
  )
  mountOneClickUnsubscribe(app, options)
  options.outbox?.(app)
  if (options.pages)
    mountPages(app, options.pages, {
      responseCache,
      send,
      limits,
      locate: options.locatePage,
      origins: options.origins,
      development: options.development,
    })

  await app.ready()
  return {
    app,
    get server() {
      if (!server) throw new Error('Fastify has not called serverFactory')
      return server
    },
    async listen(port, host) {
      await app.listen({ port, host })
      if (host === '127.0.0.1' && port !== 0 && server)
        ipv6 = await listenOnIpv6Loopback(server, port)
    },
    drain() {
      draining = true
    },
    async close() {
      draining = true
      ipv6?.close()
      const startedAt = performance.now()
      // Connections whose last request preceded shutdown stay open after the response, so close them repeatedly.
      const closeInterval = setInterval(() => {
        if (performance.now() - startedAt > closeTimeoutMs) server?.closeAllConnections()
        else server?.closeIdleConnections()
      }, 50)
      await app.close().finally(() => clearInterval(closeInterval))
    },
  }
}

/**
 * Passes connections to `[::1]` on to the server, because browsers try it first for `localhost`.
 * @returns undefined on a machine without IPv6, or where another program has the port there.
 */
function listenOnIpv6Loopback(server: Server, port: number): Promise<NetServer | undefined> {
  const listener = createNetServer((socket) => void server.emit('connection', socket))
  return new Promise((resolve) => {
    listener.once('error', () => resolve(undefined))
    listener.listen(port, '::1', () => resolve(listener))
  })
}

const isRead = ({ method }: Pick<IncomingMessage, 'method'>) =>
  method === 'GET' || method === 'HEAD'

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Ends the connection with 408 if the body does not arrive in time, as Node's requestTimeout would. */
function limitBodyTime(request: IncomingMessage) {
  const timer = setTimeout(() => {
    if (request.complete || request.socket.destroyed) return
    request.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () =>
      request.socket.destroy(),
    )
  }, bodyTimeoutMs)
  timer.unref()
  const done = () => clearTimeout(timer)
  request.once('end', done).once('close', done)
}

function sendProblem(reply: FastifyReply, problem: ProblemError) {
  const { status, lines, body } = buildErrorResponse(problem, reply.request.raw, reply.request.id)
  for (let at = 0; at < lines.length; at += 2) reply.header(lines[at] ?? '', lines[at + 1] ?? '')
  return reply.status(status).send(body)
}

const statusClass = (status: number) => `${Math.floor(status / 100)}xx`

/** Creates request ids that are unique across processes: a random prefix and a counter. */
function createRequestIds(): () => string {
  const prefix = randomUUID().slice(0, 13)
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

function describe(error: unknown): { message: string; stack?: string | undefined } {
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error) }
}

/** @param lines names and values in turn. */
function setHeaders(response: ServerResponse, lines: readonly string[]) {
  for (let at = 0; at < lines.length; at += 2)
    response.setHeader(lines[at] ?? '', lines[at + 1] ?? '')
}
