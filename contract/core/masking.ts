/**
 * How personal data is shown to anybody but its owner, or on a screen that others may see. A short value is never shown
 * whole: at least half of a name is hidden, and all of one or two letters before the `@`.
 */

/** `hanpyeon@example.com` → `ha****@example.com`. The number of stars says nothing about the length. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = Array.from(email.slice(0, Math.max(at, 0)))
  const shown = name.length < 3 ? 0 : Math.min(2, Math.floor(name.length / 2))
  return `${name.slice(0, shown).join('')}****${at < 0 ? '' : email.slice(at)}`
}

/** Fewer digits are no Korean mobile number, and are hidden whole. */
const fewestDigits = 10

/** `01012345678` → `010-****-5678`; of ten digits `011-***-4567`. */
export function maskPhone(digits: string): string {
  if (digits.length < fewestDigits) return '*'.repeat(digits.length)
  return `${digits.slice(0, 3)}-${'*'.repeat(digits.length - 7)}-${digits.slice(-4)}`
}

/** `김한편` → `김*편`, `김솔` → `김*`, `John Smith` → `J********h`. Letters of several code points are one. */
export function maskName(name: string): string {
  const graphemes = new Intl.Segmenter('ko', { granularity: 'grapheme' })
  const letters = Array.from(graphemes.segment(name), ({ segment }) => segment)
  if (letters.length <= 1) return '*'
  if (letters.length === 2) return `${letters[0]}*`
  return `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`
}
