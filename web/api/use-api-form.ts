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
import { useEffect, useRef, useState, type FormEvent } from 'react'
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
import { acceptsNull, validateBody, omitEmptyOptional } from './schema-resolver.ts'
import { useAsyncAction } from './use-async-action.ts'
import type * as z from 'zod/mini'

export type FormEndpoint = Endpoint & { body: ObjectSchema }
export type Body<E extends FormEndpoint> = z.input<E['body']> & FieldValues

export type FormOptions<E extends FormEndpoint> = {
  /** Its keys are the fields of the form. */
  defaultValues: DefaultValues<Body<E>>
  onSuccess: (response: EndpointResponse<E>, values: Body<E>) => void
  /** Replaces the request, such as for reauthentication. @returns undefined if the user cancelled. */
  submit?: (body: Body<E>) => Promise<{ value: EndpointResponse<E> } | undefined>
  /** Handles an error without field errors. @returns true to suppress `formError`. */
  onApiError?: (error: ApiError, values: Body<E>) => boolean
  /** Checks beyond the schema, such as two passwords that differ. */
  validate?: (values: Body<E>) => { field: Path<Body<E>>; code: FieldCode }[]
  /** Checks the fields before their values. @returns false if it has moved the focus to one. */
  checkFields?: (form: HTMLFormElement) => boolean
  /** When to validate first. Default: `onSubmit`. */
  mode?: 'onSubmit' | 'onChange'
  /** Overrides messages of field errors. */
  errorMessages?: (field: string, code: FieldCode) => string | undefined
  /** The message of a problem without errors of fields. */
  messageOf?: (error: ApiError) => string
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
    checkFields = () => true,
    submit: customSubmit,
    mode = 'onSubmit',
    errorMessages = () => undefined,
    messageOf = ({ problem }) => problem.detail,
  }: FormOptions<E>,
) {
  const [formError, setFormError] = useState<string | null>(null)
  const [retryAt, setRetryAt] = useState(0)
  const retryIn_s = useCountdown(retryAt)
  // One at a time: Enter and a click may come together.
  const sending = useAsyncAction(send)

  const errorsOf = (values: Body<E>) => [
    ...validateBody(endpoint.body, values),
    ...(validate?.(values) ?? []),
  ]
  const textOf = (field: string, code: FieldCode, detail?: string) =>
    errorMessages(field, code) ?? fieldErrorMessage(field, code, detail)
  const resolver = resolverOf(errorsOf, textOf)
  const form = useForm<Body<E>>({ defaultValues, resolver, mode, shouldFocusError: false })
  const { submitCount } = form.formState
  const invalidForm = useRef<HTMLFormElement>(null)
  // In the order of the page, and also a field that react-hook-form has not registered.
  useEffect(() => {
    invalidForm.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    invalidForm.current = null
  }, [submitCount])
  const errorOf = (name: Path<Body<E>>) => form.getFieldState(name, form.formState).error?.message

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
    setFieldErrors(form, fieldErrors, textOf)
    if (fieldErrors.length > 0 || onApiError?.(error, values)) return
    setFormError(messageOf(error))
  }

  /** Handles the submit event of the form: calls `onValid`, or focuses the first invalid field. */
  const checked = (onValid: (values: Body<E>) => void) => (event?: FormEvent) => {
    event?.preventDefault()
    const element = event?.currentTarget instanceof HTMLFormElement ? event.currentTarget : null
    if (element && !checkFields(element)) return
    void form.handleSubmit(onValid, (errors) => {
      const [first] = Object.keys(errors)
      if (element) invalidForm.current = element
      else if (first) form.setFocus(first as Path<Body<E>>)
    })()
  }

  return {
    /** The react-hook-form instance. */
    form,
    /** Returns the props of a field of `web/ui`. */
    field: (name: Path<Body<E>>) => ({
      ...registerKeepingValue(form, name),
      error: errorOf(name),
    }),
    /** Returns the props of a field with a value of its own, such as a date or an amount. An empty one is null. */
    control: <N extends keyof z.input<E['body']> & string>(name: N) => {
      type Value = z.input<E['body']>[N]
      const path = name as unknown as Path<Body<E>>
      return {
        // oxlint-disable-next-line react/incompatible-library -- the value is read at each render
        value: (form.watch(path) as Value | undefined) ?? null,
        onValue: (value: Value | null) =>
          form.setValue(path, emptyValueOf(endpoint, name, value) as never, {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          }),
        error: errorOf(path),
      }
    },
    /** Whether the values are not yet valid. The button of the form looks disabled and says what is missing. */
    get isIncomplete() {
      return errorsOf(form.watch()).length > 0
    },
    checked,
    /** Sends the form, unless the server asked to wait. */
    submit(event?: FormEvent) {
      if (retryIn_s > 0) event?.preventDefault()
      else checked(sending.run)(event)
    },
    formError,
    /** Seconds until the server accepts another attempt, at least 0. */
    retryIn_s,
    isSubmitting: sending.isPending,
  }
}

type TextOf = (field: string, code: FieldCode, detail?: string) => string

/** Validates a form, with the text of the first error of each field. */
function resolverOf<V extends FieldValues>(
  errorsOf: (values: V) => readonly { field: string; code: FieldCode }[],
  textOf: TextOf,
): Resolver<V> {
  return (values) => {
    const fieldErrors = errorsOf(values)
    if (fieldErrors.length === 0) return { values, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const { field, code } of fieldErrors)
      errors[field] ??= { type: code, message: textOf(field, code) }
    return { values: {}, errors: errors as FieldErrors<V> }
  }
}

/** Shows the server's errors of fields, and focuses the first of them. */
function setFieldErrors<V extends FieldValues>(
  form: UseFormReturn<V>,
  errors: ApiError['problem']['errors'],
  textOf: TextOf,
) {
  for (const [index, { field, code, detail }] of errors.entries())
    form.setError(
      field as Path<V>,
      { type: code, message: textOf(field, code, detail) },
      { shouldFocus: index === 0 },
    )
}

/** An empty field is null where the contract has a null, and otherwise left out. */
function emptyValueOf({ body }: FormEndpoint, name: string, value: unknown): unknown {
  const schema = body.shape[name]
  return value === null && !(schema && acceptsNull(schema)) ? undefined : value
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
