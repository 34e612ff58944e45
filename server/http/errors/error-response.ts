import type { ProblemError } from '#server/shared/problem-error.ts'
import { toProblem } from './problem-details.ts'
import { errorPage, errorPageCsp } from './error-page.ts'
import type { IncomingMessage } from 'node:http'

/** What somebody is told who was refused: header lines as `writeHead` takes them, without those of every answer. */
export type ErrorResponse = { status: number; lines: string[]; body: Buffer }

/** How long to wait where a part of us is away, in seconds. */
const outage = 5

/**
 * The answer to a refusal: its problem document (D-04), and to a browser that wants a page to show, a page in Korean.
 * Calls are answered with the document whoever makes them.
 */
export function buildErrorResponse(
  refusal: ProblemError,
  asked: Pick<IncomingMessage, 'url' | 'headers'>,
  request_id: string,
): ErrorResponse {
  const problem = toProblem(refusal, request_id)
  const { status } = problem
  const wait = refusal.retry_after ?? (status === 503 ? outage : undefined)
  const page = wantsPage(asked)
  const body = Buffer.from(page ? errorPage(status, wait) : JSON.stringify(problem))
  return {
    status,
    body,
    lines: [
      ...['content-type', page ? htmlType : 'application/problem+json; charset=utf-8'],
      ...(page ? ['content-security-policy', errorPageCsp] : []),
      ...['cache-control', 'no-store', 'content-length', String(body.length)],
      ...(wait === undefined ? [] : ['retry-after', String(wait)]),
    ],
  }
}

/** One who opens an address says first of all that he takes HTML; what a page loads does not. */
const wantsPage = ({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>) =>
  !/^\/api\//i.test(url) && (headers.accept?.includes('text/html') ?? false)

const htmlType = 'text/html; charset=utf-8'

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/**
 * The whole answer, as bytes of HTTP, to what could not be read as a request: that a browser sends such a thing for
 * lengthy cookies is all that ever happens to a person.
 * @param secure the header lines of every answer.
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
