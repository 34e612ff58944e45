/**
 * Other ways to write a name, by rule: numbers and single letters as they are read (`2`, `II` and `투`; `X맨` and `엑스맨`),
 * and loanwords as they are also spelt (`파이널` and `화이널`, `로봇` and `로보트`). The readings of names and of queries are made
 * by the same rules and compared by their sounds (`sound-keys.ts`), which equal most other spellings (`쇼생크`, `쇼섕크`).
 */

/** The Korean names of the letters a to z. */
const letterNames =
  '에이 비 씨 디 이 에프 지 에이치 아이 제이 케이 엘 엠 엔 오 피 큐 알 에스 티 유 브이 더블유 엑스 와이 제트'.split(
    ' ',
  )
/** English numbers as Korean writes them: 0 to 19, and the tens. */
const englishNumbers =
  '제로 원 투 쓰리 포 파이브 식스 세븐 에잇 나인 텐 일레븐 트웰브 써틴 포틴 피프틴 식스틴 세븐틴 에잇틴 나인틴'.split(
    ' ',
  )
const englishTens = '- - 트웬티 써티 포티 피프티 식스티 세븐티 에이티 나인티'.split(' ')
const englishWords = 'zero one two three four five six seven eight nine ten'.split(' ')
const sinoDigits = '공 일 이 삼 사 오 육 칠 팔 구'.split(' ')
const sinoUnits = ['', '십', '백', '천']

const romanValues = new Map(Object.entries({ i: 1, v: 5, x: 10 }))
/** 1 to 39. A numeral of one letter is one only at the end of a name: `록키 V`. */
const roman = /^x{0,3}(?:ix|iv|v?i{0,3})$/

function romanValue(text: string): number {
  const values = Array.from(text, (letter) => romanValues.get(letter)!)
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  )
}

function readEnglish(digits: string): string {
  const value = Number(digits)
  if (digits.length > 2)
    return Array.from(digits, (digit) => englishNumbers[Number(digit)]!).join('')
  const rest = value % 10
  if (value < 20) return englishNumbers[value]!
  return englishTens[(value - rest) / 10]! + (rest > 0 ? englishNumbers[rest]! : '')
}

const readDigits = (digits: string) =>
  Array.from(digits, (digit) => sinoDigits[Number(digit)]!).join('')

/** A number as a quantity, up to 9,999: 1987 is 천구백팔십칠. */
function readQuantity(digits: string): string {
  const { length } = digits
  if (length > 4 || digits.startsWith('0')) return readDigits(digits)
  const parts = Array.from(digits, (digit, at) => {
    if (digit === '0') return ''
    const unit = sinoUnits[length - 1 - at]!
    return (digit === '1' && unit !== '' ? '' : sinoDigits[Number(digit)]!) + unit
  })
  return parts.join('')
}

const readers: readonly ((digits: string) => string)[] = [readEnglish, readDigits, readQuantity]

const firstSyllable = 0xac00
const [finalCount, finalsPerInitial] = [28, 588]
const [h, p, eu] = [18, 17, 18]
/** ㅗ ㅘ ㅙ ㅚ ㅜ ㅝ ㅞ ㅟ: after ㅎ they write an f, of which ㅍ and the vowel without its w remain. */
const vowelAfterF: Readonly<Record<number, number>> = {
  9: 0,
  10: 1,
  11: 5,
  13: 13,
  14: 4,
  15: 5,
  16: 20,
}
/** The final of a stop that is also written as a syllable with ㅡ, by its initial: ㄱ ㄲ ㄷ ㄸ ㅂ ㅃ ㅋ ㅌ ㅍ. */
const stopFinals: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  3: 19,
  4: 19,
  7: 17,
  8: 17,
  15: 1,
  16: 19,
  17: 17,
}

/** One spelling for the loanword spellings that differ in more than sounds that are alike. */
function foldLoanwords(text: string): string {
  let folded = ''
  for (const letter of text) {
    const index = letter.charCodeAt(0) - firstSyllable
    if (index < 0 || index >= 11_172) {
      folded += letter
      continue
    }
    const initial = Math.floor(index / finalsPerInitial)
    const vowel = Math.floor(index / finalCount) % 21
    const final = index % finalCount
    const before = folded.charCodeAt(folded.length - 1) - firstSyllable
    const stop = stopFinals[initial]
    if (
      vowel === eu &&
      final === 0 &&
      stop !== undefined &&
      before >= 0 &&
      before % finalCount === 0
    ) {
      // 로보트 is 로봇, 케이크 is 케익.
      folded = folded.slice(0, -1) + String.fromCharCode(firstSyllable + before + stop)
      continue
    }
    const after = initial === h ? vowelAfterF[vowel] : undefined
    folded +=
      after === undefined
        ? letter
        : String.fromCharCode(firstSyllable + p * finalsPerInitial + after * finalCount + final)
  }
  return folded
}

/** Words of up to so many letters are also read letter by letter. */
const spelledLetters = [1, 3]
const tokens = /\d+|[a-z]+/g

const syllable = /[가-힣]/
/** Numbers, and letters that are no English words. */
const numeral =
  /\d|(?:^|[^a-z])(?:[b-hj-np-rt-z]|[ivx]{2,5}|zero|one|two|three|four|five|six|seven|eight|nine|ten)(?![a-z])/i

/** The readings of a name to index. A Latin name without a number or a letter is written in one way only. */
export const readingsOfName = (name: string): string[] =>
  syllable.test(name) || numeral.test(name) ? readingsOf(name) : []

/**
 * The readings of a composed (NFC) text besides the text itself; none if it has no number, letter or such loanword.
 */
export function readingsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase()
  const readings = new Set([foldLoanwords(plain)])
  if (/[a-z0-9]/.test(plain))
    for (const letters of spelledLetters)
      for (const read of readers) readings.add(foldLoanwords(readTokens(plain, read, letters)))
  readings.delete(plain)
  return [...readings]
}

function readTokens(
  text: string,
  readNumber: (digits: string) => string,
  maxLetters: number,
): string {
  return text.replace(tokens, (token, at: number) => {
    if (/\d/.test(token)) return readNumber(token)
    const word = englishWords.indexOf(token)
    if (word >= 0) return readNumber(String(word))
    const isLast = at > 0 && at + token.length === text.length
    if (roman.test(token) && (token.length > 1 || (isLast && text[at - 1] === ' ')))
      return readNumber(String(romanValue(token)))
    return token.length <= maxLetters
      ? Array.from(token, (letter) => letterNames[letter.charCodeAt(0) - 97]!).join('')
      : token
  })
}
