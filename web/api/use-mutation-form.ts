import type { EndpointInput, EndpointResponse } from '#contract/core/endpoint.ts'
import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { focusUnreadableField } from '#web/ui/forms/unreadable-fields.ts'
import { useMutation, type QueryClient } from '@tanstack/react-query'
import { useApiForm, type Body, type FormEndpoint, type FormOptions } from './use-api-form.ts'
import { createMutation, type MutationOptions } from './use-api-mutation.ts'

type Options<E extends FormEndpoint, R> = Omit<
  FormOptions<E>,
  'onSuccess' | 'submit' | 'onApiError' | 'checkFields'
> &
  Pick<MutationOptions<unknown, R>, 'invalidates' | 'toast'> & {
    /** Names of fields, for the message of a missing one. */
    labels?: Partial<Record<keyof Body<E>, string>>
    /** The path parameters of the call. */
    params?: { id: number }
    /** Replaces the request, such as for a row that exists. The schema of the endpoint holds all the same. */
    send?: (body: Body<E>) => Promise<R>
    onSuccess?: (response: R, client: QueryClient) => unknown
  }

/** A form of one endpoint whose answer changes what queries have read: `useApiForm` with the effects of `useApiMutation`. */
export function useMutationForm<E extends FormEndpoint, R = EndpointResponse<E>>(
  endpoint: E,
  { params, labels = {}, send, invalidates, toast, onSuccess, ...options }: Options<E, R>,
) {
  const { mutateAsync } = useMutation(
    createMutation<EndpointInput<E>, R>(
      send ? (input) => send((input as unknown as { body: Body<E> }).body) : endpoint,
      {
        errors: 'inline',
        ...(invalidates && { invalidates }),
        ...(toast !== undefined && { toast }),
        onSuccess: (response, _, client) => onSuccess?.(response, client),
      },
    ),
  )
  return useApiForm(endpoint, {
    ...options,
    checkFields: (form) => !focusUnreadableField(form),
    errorMessages(field, code) {
      const label = (labels as Partial<Record<string, string>>)[field]
      return code === 'required' && label !== undefined
        ? controlMessages.missing(label)
        : options.errorMessages?.(field, code)
    },
    submit: async (body) => {
      await mutateAsync({ ...(params && { params }), body: trimmed(body) } as EndpointInput<E>)
      return undefined
    },
    onSuccess: () => {},
  })
}

/** Text without the spaces around it. */
const trimmed = (body: object) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  )
