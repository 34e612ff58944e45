import type { HttpOptions } from './http-options.ts'
import { endpointList } from '#contract/index.ts'
import { metrics } from '#server/shared/metrics.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { requireShallow } from '#server/api/parse-json.ts'
import type { Logger } from '#server/shared/logger.ts'
import { runWithRequestId } from '#server/shared/request-id.ts'
import { HttpResponse } from './http-response.ts'
import { redactPath } from './redact-path.ts'
import {
  bodyTimeoutMs,
  createRequestDispatcher,
  describeError,
  isRead,
  probePaths,
  type RequestIds,
} from './request-dispatcher.ts'
import {
  mountEndpoints,
  mountOneClickUnsubscribe,
  type SendCachedResponse,
} from './endpoints/endpoint-routes.ts'
import { mountMailEvents } from './endpoints/mail-events-route.ts'
import { mountPages } from './pages/mount-pages.ts'
import { toProblemError } from './errors/problem-details.ts'
import { buildErrorResponse, buildMalformedRequestResponse } from './errors/error-response.ts'
import { securityHeaders } from './pages/security-headers.ts'
import { mountOembed } from './pages/oembed-route.ts'
import { mountOperationsRoutes } from './operations-routes.ts'
import { mountOfflinePage } from './errors/offline-page.ts'
import { mountServiceFiles } from './pages/service-files.ts'
import { closeToViewers } from './maintenance/close-to-viewers.ts'
import { mountSitemap } from './pages/sitemap-routes.ts'
import { writeCachedResponse } from './cache/static-assets.ts'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { createServer, type Server } from 'node:http'
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

/** Creates the HTTP server: cached responses, files and uploads are handled directly, all other requests by Fastify. */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const lines = securityHeaders(options.site_url)
  const common = [...lines, 'x-request-id']
  const requestIds = createRequestIds()
  let draining = false
  let ipv6: NetServer | undefined
  const dispatcher = createRequestDispatcher(options, {
    lines,
    requestIds,
    isDraining: () => draining,
  })
  const { app, serverOf } = createRouter(options, { ...dispatcher, lines, requestIds })
  addHooks(app, options.log, lines)
  closeToViewers(app, options)
  mountRoutes(app, options, (entry, request, reply) => {
    reply.hijack()
    writeCachedResponse(entry, request.raw, reply.raw, common, request.id)
  })
  await app.ready()
  return {
    app,
    get server() {
      return serverOf()
    },
    async listen(port, host) {
      await app.listen({ port, host })
      if (host === '127.0.0.1' && port !== 0) ipv6 = await listenOnIpv6Loopback(serverOf(), port)
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
        if (performance.now() - startedAt > closeTimeoutMs) serverOf().closeAllConnections()
        else serverOf().closeIdleConnections()
      }, 50)
      await app.close().finally(() => clearInterval(closeInterval))
    },
  }
}

/** Creates the router and the server that it listens on. */
function createRouter(
  { sockets }: HttpOptions,
  {
    dispatchRequest,
    sendError,
    lines,
    requestIds,
  }: ReturnType<typeof createRequestDispatcher> & {
    lines: readonly string[]
    requestIds: RequestIds
  },
) {
  let server: Server | undefined
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
      if (socket.writable) socket.write(buildMalformedRequestResponse(error.code, lines))
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
      server.on('upgrade', sockets.upgrade)
      // Ignores unknown expectations, as RFC 9110, 10.1.1 permits; Node's default is 417.
      server.on('checkExpectation', (request, response) =>
        server?.emit('request', request, response),
      )
      return server
    },
  })
  return {
    app,
    serverOf() {
      if (!server) throw new Error('Fastify has not called serverFactory')
      return server
    },
  }
}

/** Adds the parser of bodies, headers, metrics, log lines and errors. */
function addHooks(app: FastifyInstance, log: Logger, securityLines: readonly string[]) {
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
      log.error({ request_id: request.id, error: describeError(error) }, 'request failed')
    if (problem.cause !== undefined)
      log.warn({ request_id: request.id, error: describeError(problem.cause) }, problem.code)
    return sendProblem(reply, problem)
  })
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new ProblemError('not_found')))
}

function mountRoutes(app: FastifyInstance, options: HttpOptions, send: SendCachedResponse) {
  const { responseCache, limits } = options
  mountOperationsRoutes(app, options, send)
  mountSitemap(app, {
    source: options.sitemap,
    responseCache,
    send,
    limits,
    site_url: options.site_url,
  })
  mountServiceFiles(app, { ...options, send })
  mountOembed(app, { ...options, send })
  mountOfflinePage(app)
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
  if (options.mailEvents) mountMailEvents(app, options.mailEvents)
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
