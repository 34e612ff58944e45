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

/** Composes text (NFC) and removes invisible characters outside emoji. */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(emojiOrInvisible, (_match, emoji: string | undefined) => emoji ?? '')

/** The length of text in code points, the unit of all limits of text: that of PostgreSQL's `char_length`. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
