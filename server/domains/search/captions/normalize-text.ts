import { convertQwertyToHangul } from 'es-hangul'

/**
 * Normalizes a line for search: without case, accents, spaces and punctuation.
 * @returns the text, and for each UTF-16 unit of it the range [from, to) in the composed (NFC) line.
 */
export function normalizeForSearch(line: string): { text: string; from: number[]; to: number[] } {
  let text = ''
  const from: number[] = []
  const to: number[] = []
  let offset = 0
  for (const letter of line.normalize('NFC')) {
    const normalized = /[가-힣]/.test(letter) ? letter : letter.toLowerCase().normalize('NFKD')
    for (const unit of normalized.replace(/[^\p{L}\p{N}]/gu, '')) {
      text += unit
      for (let i = 0; i < unit.length; i++) {
        from.push(offset)
        to.push(offset + letter.length)
      }
    }
    offset += letter.length
  }
  return { text, from, to }
}

/** The distinct bigrams of a text, each as a number. */
export function bigramsOf(normalized: string): number[] {
  const pairs = new Set<number>()
  for (let offset = 0; offset + 1 < normalized.length; offset++)
    pairs.add((normalized.charCodeAt(offset) << 16) | normalized.charCodeAt(offset + 1))
  return [...pairs]
}

/** Converts `q`, typed with the English layout, to the Korean layout; null if the result is not Korean. */
export function toKoreanLayout(q: string): string | null {
  if (!/^[a-z\s\d.,?!]+$/i.test(q)) return null
  try {
    const korean = convertQwertyToHangul(q).trim()
    return /^[가-힣\s\d.,?!]+[ㄱ-ㅎ]?$/.test(korean) ? korean.replace(/[ㄱ-ㅎ]$/, '') : null
  } catch {
    // es-hangul throws on keys that do not compose syllables.
    return null
  }
}
