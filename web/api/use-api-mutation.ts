import type { Endpoint, EndpointInput, EndpointResponse } from '#contract/core/endpoint.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import {
  mutationOptions,
  onlineManager,
  useMutation,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { apiRequest } from './client.ts'
import { isApiError, ApiError } from './api-errors.ts'
import { errorMessage } from './error-messages.ko.ts'

type IdempotentEndpoint = Endpoint & { idempotent: true }

/** Idempotency keys of requests without a response, by path and input. */
const pendingKeys = new Map<string, string>()

/** Delays before the retries. */
const retryDelays_ms = [800, 2_500]

/**
 * Sends an idempotent request (decisions/0003-idempotent-requests). Reuses the key if there was no response or the first
 * request is still in progress: for two automatic retries, and then for the next call with the same input. Any other
 * response ends the use of the key.
 * @throws as `apiRequest`
 */
export async function idempotentRequest<E extends IdempotentEndpoint>(
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointResponse<E>> {
  const requestId = `${endpoint.path} ${JSON.stringify(input)}`
  const key = pendingKeys.get(requestId) ?? crypto.randomUUID()
  pendingKeys.set(requestId, key)
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await apiRequest(endpoint, input, { key })
      pendingKeys.delete(requestId)
      return response
    } catch (error) {
      const isInProgress = error instanceof ApiError && error.problem.code === 'conflict'
      const canRetry = !(error instanceof ApiError) || isInProgress
      const delay_ms = retryDelays_ms[attempt]
      if (!canRetry) pendingKeys.delete(requestId)
      if (!canRetry || delay_ms === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, delay_ms))
    }
  }
}

export type MutationOptions<I, R> = {
  /** Invalidated once the request has settled. After a success the mutation stays pending until they are fetched. */
  invalidates?: readonly QueryKey[]
  /** A toast after a success. */
  toast?: string | ((response: R, input: I) => string)
  /**
   * Both also run after the component has unmounted. The mutation stays pending until their promise settles. `client` is the
   * query client with which the request began; its member may have logged out since.
   */
  onSuccess?: (response: R, input: I, client: QueryClient) => unknown
  onError?: (error: Error, input: I, client: QueryClient) => unknown
  onSettled?: () => void
  /** Where the message of an error appears: in a toast, or as `formError`. */
  errors?: 'toast' | 'inline'
  messageOf?: (error: unknown) => string
  /** For deletions: the row was deleted elsewhere. The response is then null. */
  treatNotFoundAsDone?: boolean
}

export type ApiMutation<I, R> = {
  /** Sends the request, unless one is pending. */
  submit: (input: I) => void
  isPending: boolean
  /** The input of the last request. */
  input: I | undefined
  response: R | undefined
  error: Error | null
  /** The message of the error with `errors: 'inline'`. */
  formError: string | null
  /** Forgets the last request and its error. */
  reset: () => void
}

/**
 * A write by the query client of the page. Idempotent endpoints keep their key until there is an answer. Nothing else is
 * retried: a failed write may have been applied.
 * @param target the endpoint, or a function that sends the request.
 */
export function useApiMutation<E extends Endpoint>(
  target: E,
  options?: MutationOptions<EndpointInput<E>, EndpointResponse<E>>,
): ApiMutation<EndpointInput<E>, EndpointResponse<E>>
export function useApiMutation<R, I = void>(
  target: (input: I, client: QueryClient) => Promise<R>,
  options?: MutationOptions<I, R>,
): ApiMutation<I, R>
export function useApiMutation<I, R>(
  target: MutationTarget<I, R>,
  options: MutationOptions<I, R> = {},
): ApiMutation<I, R> {
  // The pending state is rendered too late for a second press in the same frame.
  const isRunning = useRef(false)
  const { mutateAsync, isPending, variables, data, error, reset } = useMutation(
    createMutation(target, options),
  )
  const { errors, messageOf = errorMessage } = options
  return {
    submit(input) {
      if (isRunning.current) return
      isRunning.current = true
      const release = () => void (isRunning.current = false)
      mutateAsync(input).then(release, release)
    },
    isPending,
    input: variables,
    response: data,
    error,
    formError: error && errors === 'inline' ? messageOf(error) : null,
    reset,
  }
}

type MutationTarget<I, R> = Endpoint | ((input: I, client: QueryClient) => Promise<R>)

/** Returns the options of the mutation of `useApiMutation`. */
export const createMutation = <I, R>(
  target: MutationTarget<I, R>,
  {
    invalidates = [],
    toast,
    onSuccess,
    onError,
    onSettled,
    errors = 'toast',
    messageOf = errorMessage,
    treatNotFoundAsDone = false,
  }: MutationOptions<I, R>,
) =>
  mutationOptions({
    async mutationFn(input: I, { client }): Promise<R> {
      try {
        return await (typeof target === 'function' ? target(input, client) : send(target, input))
      } catch (cause) {
        if (treatNotFoundAsDone && isApiError(cause, 'not_found')) return null as R
        throw cause
      }
    },
    // Fails at once without a connection, instead of being sent when the member no longer expects it.
    networkMode: 'always',
    async onSuccess(response, input, _, { client }) {
      if (toast) toasts.show(typeof toast === 'string' ? toast : toast(response, input), 'success')
      await onSuccess?.(response, input, client)
      onSettled?.()
      await whileOnline(invalidate(client, invalidates))
    },
    async onError(cause, input, _, { client }) {
      if (errors === 'toast') toasts.show(messageOf(cause), 'danger')
      await onError?.(cause, input, client)
      onSettled?.()
      // Not awaited: without a connection the queries wait for one.
      void invalidate(client, invalidates)
    },
  })

function send<I, R>(endpoint: Endpoint, input: I) {
  type Idempotent = Endpoint & { idempotent: true }
  const response = endpoint.idempotent
    ? idempotentRequest(endpoint as Idempotent, input as EndpointInput<Idempotent>)
    : apiRequest(endpoint, input as EndpointInput<Endpoint>)
  return response as Promise<R>
}

/** Waits for queries, but not for the connection that they wait for. */
async function whileOnline(queries: Promise<unknown>): Promise<void> {
  let stop = () => {}
  const offline = new Promise<void>((resolve) => {
    if (!onlineManager.isOnline()) resolve()
    stop = onlineManager.subscribe((isOnline) => isOnline || resolve())
  })
  await Promise.race([queries, offline]).finally(() => stop())
}

const invalidate = (client: QueryClient, keys: readonly QueryKey[]) =>
  Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
