import { refusalPreference } from '#contract/core/endpoint.ts'
import type { ProblemError } from '#server/shared/problem-error.ts'
import { toProblem } from './problem-details.ts'
import { errorPage, errorPageCsp } from './error-page.ts'
import type { IncomingMessage } from 'node:http'

/** An error response: header lines as `writeHead` takes them, without the common ones. */
export type ErrorResponse = { status: number; lines: string[]; body: Buffer }

/** Retry-After of a 503, in seconds. */
const outageRetrySeconds = 5

/**
 * Builds the response to an error: a problem document (D-04), or a Korean page for a navigation. API requests always
 * get the document. A refusal has the status 200 if the client prefers that.
 */
export function buildErrorResponse(
  error: ProblemError,
  request: Pick<IncomingMessage, 'url' | 'headers'>,
  request_id: string,
): ErrorResponse {
  const problem = toProblem(error, request_id)
  const isAccepted =
    [401, 402, 403, 409].includes(problem.status) && request.headers.prefer === refusalPreference
  const status = isAccepted ? 200 : problem.status
  const wait = error.retry_after ?? (status === 503 ? outageRetrySeconds : undefined)
  const isPage = isNavigation(request)
  const body = Buffer.from(isPage ? errorPage(status, wait) : JSON.stringify(problem))
  return {
    status,
    body,
    lines: [
      ...['content-type', isPage ? htmlType : 'application/problem+json; charset=utf-8'],
      ...(isPage ? ['content-security-policy', errorPageCsp] : []),
      ...['cache-control', 'no-store', 'content-length', String(body.length)],
      ...(isAccepted ? ['preference-applied', refusalPreference] : []),
      ...(wait === undefined ? [] : ['retry-after', String(wait)]),
    ],
  }
}

/** Only a navigation sends `text/html` in Accept. */
const isNavigation = ({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>) =>
  !/^\/api\//i.test(url) && (headers.accept?.includes('text/html') ?? false)

const htmlType = 'text/html; charset=utf-8'

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/**
 * Returns raw HTTP for a request that could not be parsed. The common cause in browsers is oversized cookies.
 * @param secure header lines of every response.
 */
export function buildMalformedRequestResponse(
  code: string | undefined,
  secure: readonly string[],
): string {
  const status =
    code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const body = errorPage(status)
  const lines = [
    ...secure,
    ...['content-type', htmlType, 'content-security-policy', errorPageCsp],
    ...['cache-control', 'no-store', 'content-length', String(Buffer.byteLength(body))],
    ...['connection', 'close'],
  ]
  const head = lines.map((part, at) => part + (at % 2 === 0 ? ': ' : '\r\n')).join('')
  return `HTTP/1.1 ${status} ${phrases[status]}\r\n${head}\r\n${body}`
}
