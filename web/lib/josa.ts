const pairs = {
  '은/는': ['은', '는'],
  '이/가': ['이', '가'],
  '을/를': ['을', '를'],
  '과/와': ['과', '와'],
  '으로/로': ['으로', '로'],
  '이에요/예요': ['이에요', '예요'],
} as const

type Josa = keyof typeof pairs

/** Final consonants of the digits 0 to 9 when read aloud (영 일 이 삼 …), by index. */
const digitFinals = [21, 8, 0, 16, 0, 0, 1, 8, 8, 0] as const
const rieul = 8

/** Returns the index of the final consonant of `word` when read aloud; 0 for none, or if it is unknown. */
function finalOf(word: string): number {
  const last = word.replace(/[^\p{L}\p{N}]+$/u, '').at(-1) ?? ''
  const code = last.charCodeAt(0)
  if (code >= 0xac00 && code <= 0xd7a3) return (code - 0xac00) % 28
  if (/\d/.test(last)) return digitFinals[Number(last)] ?? 0
  return /[lmn]/i.test(last) ? (/l/i.test(last) ? rieul : 1) : 0
}

/**
 * Appends the particle that fits the end of `word`: `josa('한편', '을/를')` → `한편을`. Ignores closing quotes and brackets;
 * ㄹ takes 로.
 */
export function josa(word: string, pair: Josa): string {
  const final = finalOf(word)
  const [closed, open] = pairs[pair]
  return word + (final === 0 || (pair === '으로/로' && final === rieul) ? open : closed)
}
