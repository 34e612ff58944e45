/** Characters of text that people type, without schemas: forms count them on pages that load none. */

/**
 * An emoji of several code points, which contain invisible ones: a flag of tags, a keycap, or pictures with modifiers that
 * are joined (Unicode Technical Standard 51).
 */
const emojiSequence =
  '\\u{1F3F4}[\\u{E0061}-\\u{E007A}]{1,6}\\u{E007F}|[0-9#*]\\uFE0F?\\u20E3|' +
  '\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?(?:\\u200D\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?)*'

/** Code points that show nothing by themselves, bidirectional controls, marks of embedded objects, and blank symbols. */
const invisible =
  '[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\uFFF9-\\uFFFC\\u2800\\u{1D159}]'

const emojiOrInvisible = new RegExp(`(${emojiSequence})|${invisible}`, 'gu')

/** No script stacks as many marks on a letter, and more cover the lines around. */
const excessMarks = /(\p{M}{10})\p{M}+/gu

/**
 * Normalizes text from outside, without the marks of a letter beyond ten: a form sorts them by their class, in a time that
 * grows with their square.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFKC' = 'NFC'): string =>
  text.replace(excessMarks, '$1').normalize(form)

/** Removes invisible characters outside emoji, and composes the rest (NFC). */
export const cleanText = (text: string): string =>
  normalizeText(text.replace(emojiOrInvisible, (_match, emoji: string | undefined) => emoji ?? ''))

/** The length of text in code points, the unit of all limits of text: that of PostgreSQL's `char_length`. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
