import type { ObjectSchema } from '#contract/core/endpoint.ts'
import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { focusUnreadableField } from '#web/ui/forms/unreadable-fields.ts'
import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { fieldErrorMessage } from './error-messages.ko.ts'
import { validateBody } from './schema-resolver.ts'

/**
 * Checks values that are kept outside of a form, such as a draft on the device, by the contract's schema; all others are
 * those of `useApiForm`. Pressing the button of a form that is not valid says what is missing and moves the focus there.
 * @param labels names of fields, for the message of a missing one.
 */
export function useCheckedValues<F extends string>(
  schema: ObjectSchema,
  values: Readonly<Record<F, unknown>>,
  labels: Partial<Record<F, string>>,
) {
  const [isShown, setIsShown] = useState(false)
  const errors = validateBody(schema, values)
  return {
    /** For the button: it looks disabled, and can be pressed. */
    isIncomplete: errors.length > 0,
    errorOf(name: F) {
      const error = isShown && errors.find(({ field }) => field === name)
      if (!error) return undefined
      const label = labels[name]
      return error.code === 'required' && label !== undefined
        ? controlMessages.missing(label)
        : fieldErrorMessage(name, error.code)
    },
    /** Handles the submit event of the form. */
    onSubmit: (send: () => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const form = event.currentTarget
      if (focusUnreadableField(form)) return
      // The errors are in the document before the first of their fields gets the focus.
      flushSync(() => setIsShown(errors.length > 0))
      if (errors.length === 0) return send()
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    },
  }
}
