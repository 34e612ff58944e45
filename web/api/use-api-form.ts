import type {
  EndpointResponse,
  EndpointInput,
  Endpoint,
  ObjectSchema,
} from '#contract/core/endpoint.ts'
import type { FieldCode } from '#contract/core/problem-codes.ts'
import { fieldErrorMessage, formMessages } from './messages.ko.ts'
import { useCountdown } from '#web/lib/use-countdown.ts'
import { loadingTracker } from '#web/ui/feedback/loading-overlay.tsx'
import { useRef, useState, type FormEvent } from 'react'
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
import { ApiError, apiRequest } from './client.ts'
import { validateBody, omitEmptyOptional } from './schema-resolver.ts'
import type * as z from 'zod/mini'

type FormEndpoint = Endpoint & { body: ObjectSchema }
type Body<E extends FormEndpoint> = z.input<E['body']> & FieldValues

type Options<E extends FormEndpoint> = {
  /** What each field holds at first; its names are the form's fields. */
  defaultValues: DefaultValues<Body<E>>
  onSuccess: (answer: EndpointResponse<E>, sent: Body<E>) => void
  /** Makes the call where more belongs to it, as asking for the password does (D-16); nothing where that was dismissed. */
  submit?: (body: Body<E>) => Promise<{ value: EndpointResponse<E> } | undefined>
  /** Takes a refusal that is not of one field upon itself: answer true, and the form says nothing of it. */
  onApiError?: (refused: ApiError, sent: Body<E>) => boolean
  /** Faults the schema cannot see, such as two passwords that differ. */
  validate?: (values: Body<E>) => { field: Path<Body<E>>; code: FieldCode }[]
  /** When faults are told at first: when it is sent, unless with every change. */
  mode?: 'onSubmit' | 'onChange'
  /** What this form says of a fault, where it has words of its own. */
  errorMessages?: (field: string, code: FieldCode) => string | undefined
}

/**
 * A form that makes one call: what is typed is checked by the contract's own schema, the server's faults stand at
 * their fields, and what else it refuses is `form_error`. Nothing typed is lost by a failure.
 */
export function useApiForm<E extends FormEndpoint>(
  endpoint: E,
  {
    defaultValues: defaults,
    onSuccess: onDone,
    onApiError: onRefused,
    validate: alsoCheck,
    submit: sendOwn,
    mode = 'onSubmit',
    errorMessages: words = () => undefined,
  }: Options<E>,
) {
  const [form_error, setFormError] = useState<string | null>(null)
  const [waitUntil, setWaitUntil] = useState(0)
  const wait = useCountdown(waitUntil)
  const running = useRef(false)
  const [busy, setBusy] = useState(false)

  const resolver: Resolver<Body<E>> = (values) => {
    const faults = [...validateBody(endpoint.body, values), ...(alsoCheck?.(values) ?? [])]
    if (faults.length === 0) return { values, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const { field, code } of faults)
      errors[field] ??= {
        type: code,
        message: words(field, code) ?? fieldErrorMessage(field, code),
      }
    return { values: {}, errors: errors as FieldErrors<Body<E>> }
  }
  const form = useForm<Body<E>>({ defaultValues: defaults, resolver, mode })

  async function send(values: Body<E>) {
    // Enter and a press in the same moment are one wish.
    if (running.current) return
    running.current = true
    setBusy(true)
    setFormError(null)
    const body = omitEmptyOptional(endpoint.body, values)
    let outcome: { value: EndpointResponse<E> } | undefined
    try {
      outcome = sendOwn
        ? await sendOwn(body as Body<E>)
        : { value: await loadingTracker.track(apiRequest(endpoint, { body } as EndpointInput<E>)) }
    } catch (error) {
      tell(error, values)
      return
    } finally {
      running.current = false
      setBusy(false)
    }
    if (outcome) onDone(outcome.value, values)
  }

  function tell(error: unknown, values: Body<E>) {
    if (!(error instanceof ApiError)) return setFormError(formMessages.network_error)
    const { problem, retry_after_s: retry_after } = error
    if (retry_after) setWaitUntil(Date.now() + retry_after * 1_000)
    const mine = problem.errors.filter(({ field }) => field in values)
    for (const [at, { field, code, detail }] of mine.entries())
      form.setError(
        field as Path<Body<E>>,
        { type: code, message: words(field, code) ?? fieldErrorMessage(field, code, detail) },
        { shouldFocus: at === 0 },
      )
    if (mine.length > 0 || onRefused?.(error, values)) return
    setFormError(problem.detail)
  }

  return {
    /** react-hook-form's own, for what `field` does not cover. */
    form,
    /** What a field of `web/ui` wants to be given. */
    field: (name: Path<Body<E>>) => ({
      ...kept(form, name),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    submit: (event?: FormEvent) => void form.handleSubmit(send)(event),
    formError: form_error,
    /** Seconds until the server will take another attempt; 0 when it would now. */
    retryInSeconds: wait,
    isSubmitting: busy,
  }
}

/**
 * Registers a field and keeps what stands in it already: typed, or filled in by the browser, before the scripts came.
 */
function kept<B extends FieldValues>(form: UseFormReturn<B>, name: Path<B>): UseFormRegisterReturn {
  const registered = form.register(name)
  return {
    ...registered,
    ref(element: HTMLInputElement | null) {
      const typed = element && !/^(checkbox|radio)$/.test(element.type) ? element.value : ''
      registered.ref(element)
      if (typed && !form.getValues(name)) form.setValue(name, typed as PathValue<B, Path<B>>)
    },
  }
}
