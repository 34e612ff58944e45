import { refusalPreference } from '#contract/core/endpoint.ts'
import { escapeHtml } from '#server/shared/escape-html.ts'
import type { Maintenance, ProblemError } from '#server/shared/problem-error.ts'
import { toProblem } from './problem-details.ts'
import type { IncomingMessage } from 'node:http'
import { errorPageCopy as copy, errorPageText, maintenanceText } from './error-page.copy.ts'

/** An error response: header lines as `writeHead` takes them, without the common ones. */
type ErrorResponse = { status: number; lines: string[]; body: Buffer }

/** Retry-After of a 503, in seconds. */
const outageRetrySeconds = 5

/**
 * Builds the response to an error: a problem document, or a Korean page for a navigation. API requests always
 * get the document. A refusal of the API has the status 200 if the client prefers that; elsewhere no header changes the
 * status, by which caches decide (decisions/0004-expected-refusals).
 */
export function buildErrorResponse(
  error: ProblemError,
  request: Pick<IncomingMessage, 'url' | 'headers'>,
  request_id: string,
): ErrorResponse {
  const problem = toProblem(error, request_id)
  const isAccepted =
    isApi(request) &&
    [401, 402, 403, 409].includes(problem.status) &&
    request.headers.prefer === refusalPreference
  const status = isAccepted ? 200 : problem.status
  const wait = error.retry_after ?? (status === 503 ? outageRetrySeconds : undefined)
  const isPage = isNavigation(request)
  const body = Buffer.from(
    isPage ? errorPage(status, wait, error.maintenance) : JSON.stringify(problem),
  )
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
const isNavigation = (request: Pick<IncomingMessage, 'url' | 'headers'>) =>
  !isApi(request) && (request.headers.accept?.includes('text/html') ?? false)

const isApi = ({ url = '' }: Pick<IncomingMessage, 'url'>) => /^\/api\//i.test(url)

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

/** Statuses below 500 for which a retry can succeed. */
const retryable = new Set([405, 429])

/** The page runs no script and loads nothing but the icon. */
export const errorPageCsp = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Renders a static error page. It does not use the page renderer, because rendering is the cost that rate limits
 * protect, and may be what failed.
 * @param wait seconds until a retry may succeed, if known.
 */
export function errorPage(status: number, wait?: number, maintenance?: Maintenance): string {
  const { title, detail } = maintenance ? maintenanceText(maintenance) : errorPageText(status)
  return staticPage({
    title,
    frames: [...String(status)],
    text: `<p>${escapeHtml(detail)}</p>${waitLine(status, wait, maintenance)}`,
    links: `${retryable.has(status) || status >= 500 ? retryLink : ''}<a href="/">${copy.to_home}</a>`,
  })
}

/** An empty href is the current address, requested with GET. */
export const retryLink = `<a class="first" href="">${copy.retry}</a>`

/** Renders a page of one message, which needs no other file. */
export const staticPage = (page: {
  title: string
  /** Pictures in the frames of a film strip, as HTML. */
  frames: readonly string[]
  text: string
  links: string
}) => `<!doctype html><html lang="ko"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark">
<meta name="theme-color" content="#0d1016"><meta name="robots" content="noindex"><title>${page.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${styles}</style></head><body><main>
<p class="reel" aria-hidden="true">${page.frames.map((frame) => `<span>${frame}</span>`).join('')}</p>
<h1>${page.title}</h1>${page.text}
<nav>${page.links}</nav>
</main></body></html>`

/** Returns the line that says when to come back, or nothing if that is unknown. */
function waitLine(status: number, wait: number | undefined, maintenance: Maintenance | undefined) {
  const text = maintenance
    ? copy.until(maintenance.ends_at)
    : status === 429 && wait
      ? copy.wait(wait)
      : ''
  return text && `<p class="wait">${text}</p>`
}

const styles = `:root{color-scheme:dark}*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:#0a0d13;color:#f8f5f1;font:16px/1.6 'Pretendard Variable',Pretendard,'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',system-ui,sans-serif;word-break:keep-all;overflow-wrap:anywhere}
main{padding:2rem 1rem;max-width:32rem;text-align:center}
.reel{display:inline-flex;gap:.375rem;margin:0;padding:.375rem;rotate:-3deg;border-radius:.75rem;background:#13161e;box-shadow:0 10px 30px -12px #010205e6}
.reel span{display:grid;place-items:center;width:4.5rem;height:6rem;border-radius:.5rem;background:#1c202a;font-size:2.25rem;font-weight:900;font-variant-numeric:tabular-nums}
.reel span:nth-child(2){background:#ff924a;color:#210e06}
h1{margin:2rem 0 0;font-size:1.5rem;line-height:1.32;letter-spacing:-.022em;text-wrap:balance}
p{margin:.75rem 0 0;color:#bfc3ca;text-wrap:pretty}.wait{color:#ffb16b;font-weight:600;font-variant-numeric:tabular-nums}
nav{display:flex;flex-wrap:wrap;justify-content:center;gap:.75rem;margin-top:2rem}
a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.25rem;border-radius:.75rem;background:#1c202a;color:#f8f5f1;font-weight:600;text-decoration:none}
a:hover{background:#282d38}.first{background:#ff924a;color:#210e06}.first:hover{background:#ffb16b}
:focus-visible{outline:2px solid #f8f5f1;outline-offset:3px}
@media (width>=48rem){h1{font-size:1.9375rem}.reel span{width:5.5rem;height:7rem}}`
