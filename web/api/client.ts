import {
  buildPath,
  type EndpointResponse,
  type EndpointClient,
  type EndpointInput,
  type Endpoint,
} from '#contract/core/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import { sessionEpoch } from './session-hint.ts'

/** The server's refusal, with what it says to people. */
export class ApiError extends Error {
  readonly problem: Problem
  /** Seconds after which the same may succeed, where the server says so. */
  readonly retry_after_s: number | null

  constructor(problem: Problem, retry_after: number | null = null) {
    super(`${problem.status} ${problem.code}`)
    this.problem = problem
    this.retry_after_s = retry_after
  }
}

/** There was no answer, or none of ours: no network, or a server that is not there. */
export class NetworkError extends Error {}

type RefusalListener = (problem: Problem, epoch: string) => void
const listeners = new Set<RefusalListener>()

/** Calls `listener` with every refusal and the `sessionEpoch()` in which its request began. @returns unsubscribes. */
export function onApiError(listener: RefusalListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Makes a call from the browser, with the session's cookie. `file` is the body of an endpoint that takes one, or goes
 * with the body of one that is a form; `key` is its `Idempotency-Key` (D-06);
 * `keepalive` lets the call outlive its page; with `cache: 'no-cache'` the server is asked even where the browser may
 * show for a while what it has (D-07); `via` sends in the place of `fetch`.
 * @throws CallRefused with the problem document, or CallFailed; an aborted `signal` throws its own reason.
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
    fetchImpl?: (address: string, init: RequestInit) => Promise<Response>
  } = {},
): Promise<EndpointResponse<E>> {
  const given = input as {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
  }
  const epoch = sessionEpoch()
  let response: Response
  try {
    response = await (options.fetchImpl ?? fetch)(buildPath(endpoint, given), {
      method: endpoint.method,
      credentials: 'same-origin',
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.cache ? { cache: options.cache } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
      ...sent(endpoint, given.body, options),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new NetworkError('No answer', { cause: error })
  }
  const type = response.headers.get('content-type') ?? ''
  if (response.ok)
    return (response.status === 204 ? null : await response.json()) as EndpointResponse<E>
  if (type.startsWith('application/problem+json')) {
    const problem = (await response.json()) as Problem
    for (const listener of listeners) listener(problem, epoch)
    throw new ApiError(problem, Number(response.headers.get('retry-after')) || null)
  }
  throw new NetworkError(`An answer that is none of ours: ${response.status}`)
}

/** What goes out as a body, and how it is called. A form's name of itself is the browser's to give. */
function sent(
  endpoint: Endpoint,
  body: unknown,
  { file, key }: { file?: Blob | undefined; key?: string },
): RequestInit {
  const keyed = key === undefined ? {} : { 'idempotency-key': key }
  const typed = (type: string) => ({ headers: { ...keyed, 'content-type': type } })
  if (endpoint.form) return { body: formOf(endpoint.form.file, body, file), headers: keyed }
  if (file) return { body: file, ...typed(file.type) }
  if (body === undefined) return { headers: keyed }
  return { body: JSON.stringify(body), ...typed('application/json') }
}

/** The fields first: who reads them need not wait for the file. */
function formOf(name: string, body: unknown, file: Blob | undefined): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(body as Record<string, unknown>))
    form.append(field, String(value))
  if (file) form.append(name, file)
  return form
}

/** The same as `request`, in the form shared with loaders. */
export const call: EndpointClient = (endpoint, input) => apiRequest(endpoint, input)
