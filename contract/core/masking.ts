/**
 * Masks personal data for display to others than its owner. A short value is never shown in full: at least half of a
 * name is hidden, and all of a local part of one or two characters.
 */

/** `hanpyeon@example.com` → `ha****@example.com`. The number of asterisks does not reveal the length. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = Array.from(email.slice(0, Math.max(at, 0)))
  const shown = name.length < 3 ? 0 : Math.min(2, Math.floor(name.length / 2))
  return `${name.slice(0, shown).join('')}****${at < 0 ? '' : email.slice(at)}`
}

/** Shorter values are not Korean mobile numbers and are masked completely. */
const minDigits = 10

/** `01012345678` → `010-****-5678`; ten digits: `011-***-4567`. */
export function maskPhone(digits: string): string {
  if (digits.length < minDigits) return '*'.repeat(digits.length)
  return `${digits.slice(0, 3)}-${'*'.repeat(digits.length - 7)}-${digits.slice(-4)}`
}

/** `김한편` → `김*편`, `김솔` → `김*`, `John Smith` → `J********h`. Counts grapheme clusters. */
export function maskName(name: string): string {
  const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' })
  const graphemes = Array.from(segmenter.segment(name), ({ segment }) => segment)
  if (graphemes.length <= 1) return '*'
  if (graphemes.length === 2) return `${graphemes[0]}*`
  return `${graphemes[0]}${'*'.repeat(graphemes.length - 2)}${graphemes.at(-1)}`
}
