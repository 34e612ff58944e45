/** `19950308` or `1995.3.8` as the wire has it: `1995-03-08`. What is neither stays as it was typed. */
export function dashedDate(typed: string): string {
  const text = typed.normalize('NFKC').trim()
  const parts =
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    /^(\d{4})[-./\s]+(\d{1,2})[-./\s]+(\d{1,2})\.?$/.exec(text)
  if (!parts) return text
  const [, year, month = '', day = ''] = parts
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
