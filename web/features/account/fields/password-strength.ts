import { passwordLength } from '#contract/accounts/account-rules.ts'

type PasswordStrength = 'weak' | 'fair' | 'strong'

/** Words that attackers try first; the last row is Korean typed on an English keyboard. */
const commonWords = [
  ...['password', 'passw0rd', 'qwerty', 'iloveyou', 'admin', 'welcome', 'monkey', 'dragon'],
  ...['letmein', 'master', 'login', 'secret', 'hello', 'love', 'korea', 'seoul', 'hanpyeon'],
  ...['비밀번호', '사랑해', '안녕하세요', '대한민국', '한편'],
  ...['dkssud', 'tkfkd', 'qlalfqjsgh', 'eogksalsrnr', 'gksvus', 'ekffo'],
]
const keyboardRows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]

/** Character classes and their sizes. */
const characterClasses: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/(?![A-Za-z])\p{L}/u, 1_000],
  [/[^\p{L}\d]/u, 30],
]

/**
 * Estimates the strength from length and character classes; dictionary words, keyboard or alphabet runs and
 * repetitions count less. Feedback while typing only: the server decides (D-17).
 * @param personal email address and name, which count little.
 */
export function passwordStrength(
  password: string,
  personal: readonly string[] = [],
): PasswordStrength {
  if (password.length < passwordLength.min) return 'weak'
  const pool = characterClasses.reduce(
    (sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0),
    0,
  )
  const bits = effectiveLength(password, personal) * Math.log2(Math.max(pool, 2))
  return bits < 45 ? 'weak' : bits < 66 ? 'fair' : 'strong'
}

function effectiveLength(password: string, personal: readonly string[]): number {
  let text = password.toLowerCase()
  let count = 0
  const personalParts = personal
    .flatMap((part) => part.toLowerCase().split(/[@.\s]/))
    .filter((part) => part.length > 2)
  for (const word of [...personalParts, ...commonWords]) {
    // A word counts as one and a half characters.
    const pieces = text.split(word)
    count += (pieces.length - 1) * 1.5
    text = pieces.join(' ')
  }
  const letters = [...text]
  const seen = new Set<string>()
  letters.forEach((letter, index) => {
    if (letter === ' ') return
    const before = letters[index - 1] ?? ''
    count += letter === before || areAdjacent(before, letter) ? 0.2 : seen.has(letter) ? 0.6 : 1
    seen.add(letter)
  })
  return count
}

/** Whether two keys are neighbours in a row. */
const areAdjacent = (first: string, second: string): boolean =>
  first !== '' &&
  keyboardRows.some((keys) => keys.includes(first + second) || keys.includes(second + first))
