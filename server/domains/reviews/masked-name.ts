const graphemes = new Intl.Segmenter('ko', { granularity: 'grapheme' })

/** A name that its bearer knows and nobody else can tell: 김한편 → 김*편, 김솔 → 김*, John Smith → J********h. */
export function maskedName(name: string): string {
  const letters = Array.from(graphemes.segment(name), ({ segment }) => segment)
  if (letters.length <= 1) return '*'
  if (letters.length === 2) return `${letters[0]}*`
  return `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`
}
