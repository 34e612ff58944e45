import {
  buildPath,
  refusalPreference,
  type EndpointResponse,
  type EndpointClient,
  type EndpointInput,
  type Endpoint,
} from '#contract/core/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import { ApiError, reportProblem } from './api-errors.ts'
import { refusalMessages } from './messages.ko.ts'
import { sessionEpoch } from './session-hint.ts'

/** No response, or one that is not from this API, such as a proxy's error page. */
export class NetworkError extends Error {}

/**
 * Sends a request from the browser, with the session cookie.
 * @param options `file` is the body, or the file of a form endpoint; `key` the `Idempotency-Key`; `keepalive` and
 * `cache` as in `fetch`: `no-cache` revalidates responses that the browser may reuse; `fetchImpl` replaces `fetch`.
 * @throws ApiError with the problem document, NetworkError, or the reason of an aborted `signal`.
 */
export async function apiRequest<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: {
    signal?: AbortSignal
    file?: E extends { file: object } | { form: object } ? Blob | undefined : never
    key?: string
    keepalive?: boolean
    cache?: 'no-cache'
    fetchImpl?: (url: string, init: RequestInit) => Promise<Response>
  } = {},
): Promise<EndpointResponse<E>> {
  const { body, ...path } = input as {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
  }
  const epoch = sessionEpoch()
  let response: Response
  try {
    response = await (options.fetchImpl ?? fetch)(buildPath(endpoint, path), {
      method: endpoint.method,
      credentials: 'same-origin',
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.cache ? { cache: options.cache } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
      ...requestBody(endpoint, body, options),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new NetworkError('No response', { cause: error })
  }
  const type = response.headers.get('content-type') ?? ''
  // Before the status, which is 200 for expected refusals.
  if (type.startsWith('application/problem+json')) {
    const problem = toProblem(response.status, await response.json().catch(() => null))
    reportProblem(problem, epoch)
    throw new ApiError(problem, Number(response.headers.get('retry-after')) || null)
  }
  if (response.ok)
    return (response.status === 204 ? null : await response.json()) as EndpointResponse<E>
  // A 401 or 403 means signed out or not allowed, whatever its content type (specification, section 4).
  if (response.status === 401 || response.status === 403) {
    const problem = toProblem(response.status, null)
    reportProblem(problem, epoch)
    throw new ApiError(problem)
  }
  throw new NetworkError(`Unexpected response: ${response.status}`)
}

/**
 * Completes a problem document, because a proxy may send one with other members, or none (RFC 9457 requires no member).
 * @param document the parsed body, whatever it is.
 */
function toProblem(status: number, document: unknown): Problem {
  const code =
    status === 401 ? 'authentication_required' : status === 403 ? 'forbidden' : 'internal_error'
  const title = refusalMessages[code]
  const members = (typeof document === 'object' && document) || {}
  const problem = {
    type: 'about:blank',
    title,
    status,
    code,
    detail: title,
    request_id: '',
    ...(members as Partial<Problem>),
  } as const
  return { ...problem, errors: Array.isArray(problem.errors) ? problem.errors : [] }
}

/** Body and headers. The browser adds the content type of a form, with its boundary. */
function requestBody(
  endpoint: Endpoint,
  body: unknown,
  { file, key }: { file?: Blob | undefined; key?: string },
): RequestInit {
  const common = {
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(endpoint.expects_refusals && { prefer: refusalPreference }),
  }
  const withType = (type: string) => ({ headers: { ...common, 'content-type': type } })
  if (endpoint.form) return { body: toFormData(endpoint.form.file, body, file), headers: common }
  if (file) return { body: file, ...withType(file.type) }
  if (body === undefined) return { headers: common }
  return { body: JSON.stringify(body), ...withType('application/json') }
}

/** Appends the fields before the file, so that the server can validate them first. */
function toFormData(name: string, body: unknown, file: Blob | undefined): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(body as Record<string, unknown>))
    form.append(field, String(value))
  if (file) form.append(name, file)
  return form
}

/** `apiRequest` as the client that loaders use. */
export const call: EndpointClient = (endpoint, input) => apiRequest(endpoint, input)
