/** In code points. */
const lengths = { min: 2, max: 40 }

/** Profanity and sexual terms in Korean and English, without spaces. A term that contains one is not counted. */
const blockedWords =
  '시발 씨발 씨팔 시팔 ㅅㅂ ㅆㅂ 병신 븅신 ㅂㅅ 개새끼 새끼 지랄 좆 존나 니미 애미 느금 닥쳐 꺼져 엿먹 걸레 창녀 창놈 보지 자지 섹스 야동 야설 포르노 자위 강간 몰카 한남충 김치녀 틀딱 홍어 fuck shit bitch porn sex nigger cunt'.split(
    ' ',
  )

/** Words that contain a blocked one by chance. */
const harmlessWords = /새끼\s?고양이|보지\s?않|돌보지|자지\s?않|essex|sussex|sextet/g

/** Personal data: addresses, links, and four digits in a row. */
const personalData = /[@/\\]|www\.|https?:|\d{4,}|\d{2,}-\d{2,}/

/**
 * Normalizes a search for counting: NFKC, lower case, single spaces.
 * @returns null if it is not published: too short or long, offensive, or possibly personal data.
 */
export function normalizeTerm(query: string): string | null {
  const term = query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .normalize('NFC')
  const { length } = Array.from(term)
  if (length < lengths.min || length > lengths.max || personalData.test(term)) return null
  const compact = term.replace(harmlessWords, '').replace(/[^\p{L}\p{N}]/gu, '')
  return blockedWords.some((word) => compact.includes(word)) ? null : term
}
