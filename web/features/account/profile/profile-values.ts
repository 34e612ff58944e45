import { profileMessages } from './messages.ko.ts'

/** Converts `19950308` or `1995.3.8` to `1995-03-08`; returns other input unchanged. */
export function formatBirthDateInput(typed: string): string {
  const text = typed.normalize('NFKC').trim()
  const parts =
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    /^(\d{4})[-./\s]+(\d{1,2})[-./\s]+(\d{1,2})\.?$/.exec(text)
  if (!parts) return text
  const [, year, month = '', day = ''] = parts
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const messages = profileMessages.picture

/** Returns the error message for a selected file, undefined if it is valid. */
export function profilePictureError(
  file: Pick<File, 'name' | 'type' | 'size'>,
  limits: { types: readonly string[]; max_bytes: number },
): string | undefined {
  if (!limits.types.includes(file.type)) return messages.invalid_type
  return file.size > limits.max_bytes ? messages.too_large(file.name) : undefined
}
