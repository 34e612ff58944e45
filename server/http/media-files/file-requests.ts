import type { Logger } from '#server/shared/logger.ts'
import { metrics } from '#server/shared/metrics.ts'
import type { ProblemError } from '#server/shared/problem-error.ts'
import { problemStatus, toProblemError } from '../errors/problem-details.ts'
import type { HttpResponse } from '../http-response.ts'
import type { AddressLimits } from '../rate-limit/address-rate-limits.ts'
import { createFileCounter, type MediaFiles } from './media-routes.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Every request for the key of a sold film queries the database. */
const mediaKeyPath = /^\/media\/[^/]+\/[^/]+\/keys\//
const authorizationPrefix = '/media-auth'

/** Whether a cache asks for permission; answered by `authorize` before anything else reads the request. */
export const isMediaAuthorization = (url: string) => url.startsWith(`${authorizationPrefix}/`)

export const isFilePath = (url: string) => /^\/(?:media|images)\//.test(url)

const pathWithoutToken = '/media/-/'

/**
 * Returns the path of a URL. CDNs whose cache key is the path send `/media/-/{asset}/{name}?token={token}`, as
 * `deploy/edge/cloudfront.js` does.
 */
function pathOf(url: string): string {
  const [path = '', query = ''] = url.split('?')
  if (!path.startsWith(pathWithoutToken)) return path
  const [token = ''] = /(?<=^token=)[\w-]+$/.exec(query) ?? []
  return `/media/${token}/${path.slice(pathWithoutToken.length)}`
}

/** Creates the handlers of files and of their authorization, which work before routing. */
export function createFileRequests(deps: {
  files: MediaFiles
  limits: Pick<AddressLimits, 'spend' | 'countAbsentFile'>
  log: Logger
  /** Header lines of every response. */
  common: readonly string[]
  sendError(
    request: IncomingMessage,
    response: ServerResponse,
    problem: ProblemError,
    extra?: readonly string[],
  ): void
}) {
  const { files, limits, log, sendError } = deps
  const countFile = createFileCounter()
  const logFailure = (error: unknown, event: string) => {
    if (toProblemError(error).code === 'internal_error')
      log.error({ error: { message: String(error), stack: (error as Error).stack } }, event)
  }

  return {
    /**
     * Answers 204 or 403 to a cache that asks whether it may send its copy, and nothing else: proxies decide by the
     * status, so no header, method, failure or limit changes it. See decisions/0004-expected-refusals.
     * @param hasBody whether a body is announced. Some proxies announce the body of the viewer and do not send it; the next
     *   request of the connection, which is another viewer's, would be taken for it, so the connection ends.
     */
    async authorize(url: string, hasBody: boolean, response: HttpResponse) {
      if (hasBody) response.shouldKeepAlive = false
      const startedAt = performance.now()
      const [path = ''] = url.slice(authorizationPrefix.length).split('?')
      const isAllowed = await files.isAllowed(path).catch((error: unknown) => {
        logFailure(error, 'media authorization')
        return false
      })
      const status = isAllowed ? 204 : 403
      countFile(url, 'GET', status, startedAt)
      const lines = isAllowed ? [] : ['content-length', '0']
      response.writeHead(status, [...lines, 'cache-control', 'no-store', ...deps.common]).end()
    },

    async serve(url: string, request: IncomingMessage, response: HttpResponse) {
      const startedAt = performance.now()
      response.common = deps.common
      try {
        if (mediaKeyPath.test(url)) await limits.spend(request, 'key')
        const problem = await files.serve(pathOf(url), request, response)
        const status = problem ? problemStatus[problem.code] : response.statusCode
        countFile(url, request.method === 'HEAD' ? 'HEAD' : 'GET', status, startedAt)
        if (problem === undefined) return
        if (problem.code === 'not_found') limits.countAbsentFile(request)
        const methods = url.includes('/keys/') ? 'GET' : 'GET, HEAD'
        const allow = problem.code === 'method_not_allowed' ? ['allow', methods] : []
        response.common = undefined
        sendError(request, response, problem, allow)
      } catch (error) {
        const problem = toProblemError(error)
        if (problem.code === 'rate_limited') metrics.requests.inc({ kind: 'limited', status: 429 })
        else logFailure(error, 'media request')
        if (response.headersSent) return void response.destroy()
        response.common = undefined
        sendError(request, response, problem)
      }
    },
  }
}
