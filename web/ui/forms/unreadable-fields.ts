/** Whether the text of a field is no value, such as half a date, or one out of its range. The browser reports neither as a change. */
export const isUnreadable = ({ willValidate, validity }: HTMLInputElement): boolean =>
  willValidate &&
  (validity.badInput || validity.customError || validity.rangeUnderflow || validity.rangeOverflow)

/**
 * Focuses the first field of a form whose text is no value; the field says why. Every form that is sent by `noValidate` asks this first.
 * @returns whether there is one
 */
export function focusUnreadableField(form: HTMLFormElement): boolean {
  const field = [...form.querySelectorAll('input')].find(isUnreadable)
  if (!field) return false
  // Dispatches `invalid`.
  field.checkValidity()
  field.focus()
  return true
}
