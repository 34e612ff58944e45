import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { focusUnreadableField } from './unreadable-fields.ts'

/**
 * Required fields of a form without a schema: pressing its button while one is missing says so at the field and moves the focus
 * there, instead of a button that does not react.
 * @param labels the label of each missing field; null for a field that is filled.
 */
export function useMissingFields<F extends string>(labels: Record<F, string | null>) {
  const [isShown, setIsShown] = useState(false)
  const isIncomplete = Object.values(labels).some((label) => label !== null)
  return {
    /** For the button: it looks disabled, and can be pressed. */
    isIncomplete,
    errorOf: (field: F) => {
      const label = labels[field]
      return isShown && label !== null ? controlMessages.missing(label) : undefined
    },
    /** Handles the submit event of the form. */
    onSubmit: (send: () => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const form = event.currentTarget
      if (focusUnreadableField(form)) return
      // The errors are in the document before the first of their fields gets the focus.
      flushSync(() => setIsShown(isIncomplete))
      if (!isIncomplete) return send()
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    },
  }
}
