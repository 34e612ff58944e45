/**
 * Answers requests from memory and files, and passes uploads on, before the router. All other requests are handled by
 * Fastify.
 */
import type { HttpOptions } from './http-options.ts'
import { cachedResponseHits, metrics } from '#server/shared/metrics.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import {
  createFileRequests,
  isFilePath,
  isMediaAuthorization,
} from './media-files/file-requests.ts'
import { discardRequestBody } from './endpoints/multipart-forms.ts'
import type { HttpResponse } from './http-response.ts'
import { originForm, problemOfTarget } from './request-target.ts'
import { toProblemError } from './errors/problem-details.ts'
import { buildErrorResponse } from './errors/error-response.ts'
import { catalogueLimitOfRequest, variantKey } from './cache/catalogue-variant.ts'
import { writeCachedResponse } from './cache/static-assets.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Time limit for receiving a request body, in ms. Video uploads are exempt while data arrives. */
export const bodyTimeoutMs = 30_000
export const probePaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

export type RequestIds = () => string

type SendError = (
  request: IncomingMessage,
  response: ServerResponse,
  problem: ProblemError,
  extra?: readonly string[],
) => void

/**
 * Creates the handler in front of the router.
 * @param settings.lines security headers, names and values in turn
 * @param settings.isDraining whether connections are closed after each response
 */
export function createRequestDispatcher(
  options: HttpOptions,
  settings: { lines: readonly string[]; requestIds: RequestIds; isDraining: () => boolean },
) {
  const { responseCache, assets, limits, log } = options
  const { lines, requestIds } = settings
  const common = [...lines, 'x-request-id']
  const sendError = createErrorSender(lines, requestIds)
  const handleUpload = createUploadHandler(options, settings)
  const files = createFileRequests({ files: options.files, limits, log, common: lines, sendError })

  /** In development, each module is a request of its own. */
  const isCounted = (url: string) =>
    !probePaths.has(url) && (!options.development || url.startsWith('/api/'))

  /** During maintenance the router decides whether a viewer gets a response. */
  const cachedResponse = (request: IncomingMessage, url: string) =>
    options.maintenance()
      ? undefined
      : responseCache.hit(variantKey(catalogueLimitOfRequest(request, options.origins), url))

  const dispatchRequest =
    (handle: (request: IncomingMessage, response: HttpResponse) => void) =>
    (request: IncomingMessage, response: HttpResponse): void => {
      const url = (request.url = originForm(request.url))
      if (settings.isDraining()) response.shouldKeepAlive = false
      if (isMediaAuthorization(url)) return void files.authorize(url, hasBody(request), response)
      const targetProblem = problemOfTarget(url)
      if (targetProblem) return sendError(request, response, new ProblemError(targetProblem))
      if (options.uploads.takes(url)) return void handleUpload(request, response)
      if (hasBody(request)) limitBodyTime(request)
      // Node has already ended a request without a body, so a body parser would wait forever.
      else if (request.headers['content-length'] === undefined)
        delete request.headers['content-type']
      const entry = isRead(request) ? (cachedResponse(request, url) ?? assets.get(url)) : undefined
      const isFile = !entry && isFilePath(url)
      // Cached responses and existing files are cheap; load balancers poll `probePaths` every second.
      const isWork = !entry && !isFile && isCounted(url)
      const answer = () => {
        if (entry) {
          cachedResponseHits.count++
          return writeCachedResponse(entry, request, response, common, requestIds())
        }
        if (isFile) return void files.serve(url, request, response)
        if (url.startsWith('/assets/') && !options.development)
          return sendError(request, response, new ProblemError('not_found'))
        handle(request, response)
      }
      const refuse = (error: unknown) => {
        metrics.requests.inc({ kind: 'limited', status: 429 })
        sendError(request, response, toProblemError(error))
      }
      try {
        const search = limits.countSearch(url, request)
        const work = isWork ? limits.spend(request, 'request') : undefined
        if (search || work) return void Promise.all([search, work]).then(answer, refuse)
      } catch (error) {
        return refuse(error)
      }
      answer()
    }

  return { dispatchRequest, sendError }
}

const createErrorSender =
  (securityLines: readonly string[], requestIds: RequestIds): SendError =>
  (request, response, problem, extra = []) => {
    const id = requestIds()
    const { status, lines, body } = buildErrorResponse(problem, request, id)
    response.writeHead(status, [...lines, 'x-request-id', id, ...securityLines, ...extra]).end(body)
  }

/** Creates the handler of uploads, whose chunks are too frequent for the request limit; only rejected chunks count. */
function createUploadHandler(
  { uploads, limits, log }: HttpOptions,
  { lines: securityLines, requestIds }: { lines: readonly string[]; requestIds: RequestIds },
) {
  /** A rejected chunk counts as a request. Its own error is sent even if the limit is reached. */
  async function countRejectedChunk(request: IncomingMessage) {
    try {
      await limits.spend(request, 'request')
    } catch {}
  }

  return async function handleUpload(request: IncomingMessage, response: ServerResponse) {
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
      if (request.method !== 'PATCH') await limits.spend(request, 'request')
      await uploads.handle(request, response)
    } catch (error) {
      const problem = toProblemError(error)
      if (problem.code === 'internal_error')
        log.error({ request_id, error: describeError(error) }, 'upload request')
      if (request.method === 'PATCH') await countRejectedChunk(request)
      if (response.headersSent || response.destroyed) return void response.destroy()
      discardRequestBody({ raw: request })
      const { status, lines, body } = buildErrorResponse(problem, request, request_id)
      response.setHeader('tus-resumable', '1.0.0')
      setHeaders(response, lines)
      response.writeHead(status).end(body)
    }
  }
}

export const isRead = ({ method }: Pick<IncomingMessage, 'method'>) =>
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

export function describeError(error: unknown): { message: string; stack?: string | undefined } {
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error) }
}

/** @param lines names and values in turn. */
function setHeaders(response: ServerResponse, lines: readonly string[]) {
  for (let at = 0; at < lines.length; at += 2)
    response.setHeader(lines[at] ?? '', lines[at + 1] ?? '')
}
