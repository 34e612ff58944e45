import { convertQwertyToHangul } from 'es-hangul'

/** A line without case, accents, gaps and signs, and where in it each letter that is left comes from (UTF-16 units). */
export function normalizeForSearch(line: string): { text: string; from: number[]; to: number[] } {
  let text = ''
  const from: number[] = []
  const to: number[] = []
  let at = 0
  for (const letter of line.normalize('NFC')) {
    const small = /[가-힣]/.test(letter) ? letter : letter.toLowerCase().normalize('NFKD')
    for (const unit of small.replace(/[^\p{L}\p{N}]/gu, '')) {
      text += unit
      for (let i = 0; i < unit.length; i++) {
        from.push(at)
        to.push(at + letter.length)
      }
    }
    at += letter.length
  }
  return { text, from, to }
}

/** Letters two by two, each pair a number; none twice. */
export function bigramsOf(folded: string): number[] {
  const pairs = new Set<number>()
  for (let at = 0; at + 1 < folded.length; at++)
    pairs.add((folded.charCodeAt(at) << 16) | folded.charCodeAt(at + 1))
  return [...pairs]
}

/** What was meant by `q` if the keyboard stood on English, where it would be Korean; else null. */
export function toKoreanLayout(q: string): string | null {
  if (!/^[a-z\s\d.,?!]+$/i.test(q)) return null
  try {
    const korean = convertQwertyToHangul(q).trim()
    return /^[가-힣\s\d.,?!]+[ㄱ-ㅎ]?$/.test(korean) ? korean.replace(/[ㄱ-ㅎ]$/, '') : null
  } catch {
    // It does not compose every row of keys; what it does not is no Korean.
    return null
  }
}
