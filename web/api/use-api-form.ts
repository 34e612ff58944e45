import type {
  EndpointResponse,
  EndpointInput,
  Endpoint,
  ObjectSchema,
} from '#contract/core/endpoint.ts'
import type { FieldCode } from '#contract/core/problem-codes.ts'
import { fieldErrorMessage } from './error-messages.ko.ts'
import { formMessages } from './messages.ko.ts'
import { useCountdown } from '#web/lib/use-countdown.ts'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { useState, type FormEvent } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import { ApiError } from './api-errors.ts'
import { apiRequest } from './client.ts'
import { validateBody, omitEmptyOptional } from './schema-resolver.ts'
import { useAsyncAction } from './use-async-action.ts'
import type * as z from 'zod/mini'

type FormEndpoint = Endpoint & { body: ObjectSchema }
type Body<E extends FormEndpoint> = z.input<E['body']> & FieldValues

type Options<E extends FormEndpoint> = {
  /** Its keys are the fields of the form. */
  defaultValues: DefaultValues<Body<E>>
  onSuccess: (response: EndpointResponse<E>, values: Body<E>) => void
  /** Replaces the request, such as for reauthentication. @returns undefined if the user cancelled. */
  submit?: (body: Body<E>) => Promise<{ value: EndpointResponse<E> } | undefined>
  /** Handles an error without field errors. @returns true to suppress `formError`. */
  onApiError?: (error: ApiError, values: Body<E>) => boolean
  /** Checks beyond the schema, such as two passwords that differ. */
  validate?: (values: Body<E>) => { field: Path<Body<E>>; code: FieldCode }[]
  /** When to validate first. Default: `onSubmit`. */
  mode?: 'onSubmit' | 'onChange'
  /** Overrides messages of field errors. */
  errorMessages?: (field: string, code: FieldCode) => string | undefined
}

/**
 * A form of one endpoint: validates by the contract's schema, shows the server's field errors at their fields and all
 * other errors as `formError`. Values survive a failed submit.
 */
export function useApiForm<E extends FormEndpoint>(
  endpoint: E,
  {
    defaultValues,
    onSuccess,
    onApiError,
    validate,
    submit: customSubmit,
    mode = 'onSubmit',
    errorMessages = () => undefined,
  }: Options<E>,
) {
  const [formError, setFormError] = useState<string | null>(null)
  const [retryAt, setRetryAt] = useState(0)
  const retryInSeconds = useCountdown(retryAt)
  // One at a time: Enter and a click may come together.
  const sending = useAsyncAction(send)

  const resolver: Resolver<Body<E>> = (values) => {
    const fieldErrors = [...validateBody(endpoint.body, values), ...(validate?.(values) ?? [])]
    if (fieldErrors.length === 0) return { values, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const { field, code } of fieldErrors)
      errors[field] ??= {
        type: code,
        message: errorMessages(field, code) ?? fieldErrorMessage(field, code),
      }
    return { values: {}, errors: errors as FieldErrors<Body<E>> }
  }
  const form = useForm<Body<E>>({ defaultValues, resolver, mode })

  async function send(values: Body<E>) {
    setFormError(null)
    const body = omitEmptyOptional(endpoint.body, values)
    let result: { value: EndpointResponse<E> } | undefined
    try {
      result = customSubmit
        ? await customSubmit(body as Body<E>)
        : { value: await loadingTracker.track(apiRequest(endpoint, { body } as EndpointInput<E>)) }
    } catch (error) {
      showError(error, values)
      return
    }
    if (result) onSuccess(result.value, values)
  }

  function showError(error: unknown, values: Body<E>) {
    if (!(error instanceof ApiError)) return setFormError(formMessages.network_error)
    const { problem, retry_after_s } = error
    if (retry_after_s) setRetryAt(Date.now() + retry_after_s * 1_000)
    const fieldErrors = problem.errors.filter(({ field }) => field in values)
    for (const [index, { field, code, detail }] of fieldErrors.entries())
      form.setError(
        field as Path<Body<E>>,
        {
          type: code,
          message: errorMessages(field, code) ?? fieldErrorMessage(field, code, detail),
        },
        { shouldFocus: index === 0 },
      )
    if (fieldErrors.length > 0 || onApiError?.(error, values)) return
    setFormError(problem.detail)
  }

  return {
    /** The react-hook-form instance. */
    form,
    /** Returns the props of a field of `web/ui`. */
    field: (name: Path<Body<E>>) => ({
      ...registerKeepingValue(form, name),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    submit: (event?: FormEvent) => void form.handleSubmit(sending.run)(event),
    formError,
    /** Seconds until the server accepts another attempt, at least 0. */
    retryInSeconds,
    isSubmitting: sending.isPending,
  }
}

/** Registers a field and keeps a value that was typed or autofilled before hydration. */
function registerKeepingValue<B extends FieldValues>(
  form: UseFormReturn<B>,
  name: Path<B>,
): UseFormRegisterReturn {
  const registered = form.register(name)
  return {
    ...registered,
    ref(element: HTMLInputElement | null) {
      const value = element && !/^(checkbox|radio)$/.test(element.type) ? element.value : ''
      registered.ref(element)
      if (value && !form.getValues(name)) form.setValue(name, value as PathValue<B, Path<B>>)
    },
  }
}
