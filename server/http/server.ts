import { endpointList } from '#contract/index.ts'
import type { Database } from '../db/client.ts'
import type { Log } from '../kernel/log.ts'
import { counters, fromMemory, secondsSince } from '../kernel/counters.ts'
import { Refusal } from '../kernel/refusals.ts'
import { inRequest } from '../kernel/request-id.ts'
import type { Metrics } from '../metrics/registry.ts'
import type { Calls } from './calls.ts'
import type { FileRoutes } from './files.ts'
import { letGo } from './forms.ts'
import { mountCalls, type SendPrepared } from './mount.ts'
import type { Pages } from './pages.ts'
import { type Prepared, type PreparedCache } from './prepared.ts'
import { problemOf, problemStatus, refusalOf } from './problems.ts'
import { addressOf, type FindSession, type Origins } from './who.ts'
import { createRateLimit, limitMembers } from './rate-limit.ts'
import { mountService } from './service.ts'
import { mountSitemap } from './sitemap.ts'
import type { Sockets } from './socket.ts'
import type { UploadRoute } from './uploads/route.ts'
import { writePrepared } from './assets.ts'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { randomUUID } from 'node:crypto'

/** A middleware in the manner of Connect, for the development server of the pages. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void

export type HttpOptions = {
  database: Database
  log: Log
  calls: Calls
  pages: Pages | undefined
  prepared: PreparedCache
  assets: ReadonlyMap<string, Prepared>
  files: FileRoutes
  metrics: Metrics
  rate_limits: boolean
  site_url: string
  origins: Origins
  findSession: FindSession
  sockets: Pick<Sockets, 'upgrade'>
  uploads: UploadRoute
  /** Mounts the local outbox, where there is one (D-21). */
  outbox?: (app: FastifyInstance) => void
  /** Whether every part this process needs is there. */
  ready(): Promise<boolean>
  development?: Middleware
}

export type Http = {
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

/** Calls a minute, from an address and of a member. */
const callsPerMinute = 600
const callsOfMember = 300
/** Searching costs more than reading; suggestions come with every pause while somebody types. */
const searchesPerMinute = 120
const suggestionsPerMinute = 300
/** A body that is not all here after so long, in ms, is not waited for; a film's may take as long as it moves. */
const bodyWithin = 30_000
const searchAddress = '/api/contents/search'
/** A list of questions is read, and searched where it is asked for a text. */
const faqAddress = '/api/customer-services/faqs'
const isFaqSearch = (path: string, url: string) =>
  path.startsWith(faqAddress) && new URLSearchParams(url.replace(/^[^?]*/, '')).has('q')
const polled = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * The path as the router reads it: any letter may come as `%61`, and the host before it. What is counted by its path is
 * counted however that is spelled.
 */
function routedPath(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '')
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The one socket everything comes in by: what is prepared is written at once, the rest goes to Fastify. */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const { prepared, assets, log } = options
  const limitOf = (perMinute: number) =>
    options.rate_limits ? createRateLimit(perMinute) : undefined
  const limit = limitOf(callsPerMinute)
  const searches = limitOf(searchesPerMinute)
  const suggestions = limitOf(suggestionsPerMinute)
  /** Seconds that whoever asks for `url` has to wait, or 0. */
  const waitFor = (url: string, request: IncomingMessage): number => {
    const path = limit ? routedPath(url) : ''
    if (!limit || !path.startsWith('/api/')) return 0
    const address = addressOf(request, options.origins)
    const narrow = path.startsWith(`${searchAddress}/suggest`)
      ? suggestions
      : path.startsWith(searchAddress) || isFaqSearch(path, url)
        ? searches
        : undefined
    return Math.max(limit.take(address), narrow?.take(address) ?? 0)
  }
  const secure = securityLines(options.site_url)
  const requestIds = requestIdMaker()
  const common = [...secure, 'x-request-id']

  const front =
    (handle: (request: IncomingMessage, response: ServerResponse) => void) =>
    (request: IncomingMessage, response: ServerResponse) => {
      const url = request.url ?? '/'
      if (draining) response.shouldKeepAlive = false
      if (options.uploads.takes(url)) return void takeUpload(url, request, response)
      if (bringsBody(request)) boundBody(request)
      const reads = request.method === 'GET' || request.method === 'HEAD'
      const wait = waitFor(url, request)
      if (wait > 0)
        return writeProblem(response, new Refusal('rate_limited'), ['retry-after', String(wait)])
      const entry = reads ? (prepared.hit(url) ?? assets.get(url)) : undefined
      if (entry) {
        fromMemory.count++
        return writePrepared(entry, request, response, common, requestIds())
      }
      if (/^\/(?:media|images|grants)\//.test(url)) return void serveFile(url, request, response)
      if (url.startsWith('/assets/') && !options.development) {
        return writeProblem(response, new Refusal('not_found'))
      }
      handle(request, response)
    }

  /** Pieces of a film come too often to be counted as calls; those that are refused are. */
  async function takeUpload(url: string, request: IncomingMessage, response: ServerResponse) {
    const began = performance.now()
    response.once('close', () => {
      const { statusCode: status, headersSent } = response
      const line = {
        request_id,
        method: request.method,
        status,
        ms: Math.round(performance.now() - began),
      }
      counters.requests.inc({ kind: 'upload', status: headersSent ? status : 'cut' })
      log.info(headersSent ? line : { ...line, status: 'cut' }, 'upload')
    })
    const request_id = requestIds()
    for (let i = 0; i < secure.length; i += 2)
      response.setHeader(secure[i] ?? '', secure[i + 1] ?? '')
    response.setHeader('x-request-id', request_id)
    try {
      const wait = request.method === 'PATCH' ? 0 : waitFor(url, request)
      if (wait > 0) throw new Refusal('rate_limited', { retry_after: wait })
      await options.uploads.handle(request, response)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.code === 'internal_error')
        log.error({ request_id, error: describe(error) }, 'upload')
      if (request.method === 'PATCH') waitFor(url, request)
      if (response.headersSent || response.destroyed) return void response.destroy()
      letGo({ raw: request })
      const problem = problemOf(refusal, request_id)
      const body = Buffer.from(JSON.stringify(problem))
      response.statusCode = problem.status
      response.setHeader('content-type', 'application/problem+json; charset=utf-8')
      response.setHeader('cache-control', 'no-store')
      response.setHeader('content-length', body.length)
      response.setHeader('tus-resumable', '1.0.0')
      if (refusal.retry_after) response.setHeader('retry-after', refusal.retry_after)
      response.end(request.method === 'HEAD' ? undefined : body)
    }
  }

  async function serveFile(url: string, request: IncomingMessage, response: ServerResponse) {
    const began = performance.now()
    try {
      const refused = await options.files(url.replace(/\?.*$/, ''), request, response)
      const status = refused ? problemStatus[refused] : response.statusCode
      counters.requests.inc({ kind: 'file', status })
      const route = url.startsWith('/media/') ? '/media/' : '/images/'
      const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
      counters.request_seconds
        .labels(route, method, statusClass(status))
        .observe(secondsSince(began))
      if (refused === undefined) return
      const allow = refused === 'method_not_allowed' ? ['allow', 'GET, HEAD'] : []
      writeProblem(response, new Refusal(refused), allow)
    } catch (error) {
      log.error({ error: describe(error) }, 'file')
      if (response.headersSent) return void response.destroy()
      const refusal = refusalOf(error)
      const again = refusal.code === 'service_unavailable' ? ['retry-after', '5'] : []
      writeProblem(response, refusal, again)
    }
  }

  function writeProblem(response: ServerResponse, refusal: Refusal, extra: readonly string[] = []) {
    const problem = problemOf(refusal, requestIds())
    const body = Buffer.from(JSON.stringify(problem))
    response
      .writeHead(problem.status, [
        ...['content-type', 'application/problem+json; charset=utf-8', 'cache-control', 'no-store'],
        ...['content-length', String(body.length), 'x-request-id', problem.request_id],
        ...secure,
        ...extra,
      ])
      .end(body)
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
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: false,
      maxParamLength: 200,
    },
    // Ours answers what it is asked: a slow client may not hold the headers for longer than 10 s.
    serverFactory: (handle) => {
      server = createServer(
        {
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
  app.addHook('onSend', async (request, reply) => {
    for (let i = 0; i < secure.length; i += 2) reply.header(secure[i] ?? '', secure[i + 1])
    reply.header('x-request-id', request.id)
  })
  // Once the body is there: what comes of a socket's events is nobody's in particular.
  app.addHook('preValidation', (request, _reply, done) => inRequest(request.id, done))
  app.addHook('onResponse', async (request, reply) => {
    const kind = request.url.startsWith('/api/') ? 'call' : 'page'
    counters.requests.inc({ kind, status: reply.statusCode })
    // The route as it was mounted: an address somebody makes up is no label.
    counters.request_seconds
      .labels(request.routeOptions.url ?? 'none', request.method, statusClass(reply.statusCode))
      .observe(reply.elapsedTime / 1_000)
    const line = {
      request_id: request.id,
      method: request.method,
      path: request.url.replace(/\?.*$/, ''),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    // Asked every few seconds by whoever watches over us: an outage has its own line.
    if (polled.has(line.path)) log.debug(line, 'request')
    else if (reply.statusCode >= 500) log.error(line, 'request')
    else log.info(line, 'request')
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.code === 'internal_error')
      log.error({ request_id: request.id, error: describe(error) }, 'failed')
    if (refusal.cause !== undefined)
      log.error({ request_id: request.id, error: describe(refusal.cause) }, refusal.code)
    return sendProblem(reply, refusal)
  })
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new Refusal('not_found')))

  const send: SendPrepared = (entry, request, reply) => {
    reply.hijack()
    writePrepared(entry, request.raw, reply.raw, common, request.id)
  }
  mountService(app, options)
  mountSitemap(app, { db: options.database.db, prepared, send, site_url: options.site_url })
  mountCalls(
    app,
    endpointList.map(({ endpoint }) => endpoint),
    {
      calls: options.calls,
      prepared,
      send,
      origins: options.origins,
      findSession: options.rate_limits
        ? limitMembers(options.findSession, callsOfMember)
        : options.findSession,
    },
  )
  options.outbox?.(app)
  if (options.pages)
    mountPages(app, options.pages, { prepared, send, development: options.development })

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

/** Every GET that is no call is a page; the development server looks first for what it transforms. */
function mountPages(
  app: FastifyInstance,
  pages: Pages,
  parts: { prepared: PreparedCache; send: SendPrepared; development: Middleware | undefined },
) {
  const { development } = parts
  app.get('/*', async (request, reply) => {
    if (request.url.startsWith('/api/')) throw new Refusal('not_found')
    if (development && (await takenBy(development, request.raw, reply.raw))) return reply.hijack()
    const { entry, key } = await pages.prepared(request.url)
    if (entry.made.status === 200) parts.prepared.alias(request.url, key)
    parts.send(entry, request, reply)
    return reply
  })
}

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

/** Whether the middleware answered by itself. */
function takenBy(
  development: Middleware,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    response.once('close', () => resolve(true))
    development(request, response, () => resolve(false))
  })
}

export function sendProblem(reply: FastifyReply, refusal: Refusal) {
  const problem = problemOf(refusal, reply.request.id)
  const wait = refusal.retry_after ?? (problem.status === 503 ? 5 : undefined)
  if (wait !== undefined) reply.header('retry-after', String(wait))
  return reply
    .status(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem))
}

function securityLines(siteUrl: string): readonly string[] {
  const lines = [
    ...['x-content-type-options', 'nosniff'],
    ...['referrer-policy', 'strict-origin-when-cross-origin'],
    ...['cross-origin-opener-policy', 'same-origin'],
    ...['cross-origin-resource-policy', 'same-origin'],
  ]
  if (siteUrl.startsWith('https:'))
    lines.push('strict-transport-security', 'max-age=63072000; includeSubDomains')
  return lines
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
