import { passwordLength } from '#contract/accounts/account-rules.ts'

type PasswordStrength = 'weak' | 'fair' | 'strong'

/** Words that are tried first; the last rows are Korean words typed on an English keyboard. */
const messages = [
  ...['password', 'passw0rd', 'qwerty', 'iloveyou', 'admin', 'welcome', 'monkey', 'dragon'],
  ...['letmein', 'master', 'login', 'secret', 'hello', 'love', 'korea', 'seoul', 'hanpyeon'],
  ...['비밀번호', '사랑해', '안녕하세요', '대한민국', '한편'],
  ...['dkssud', 'tkfkd', 'qlalfqjsgh', 'eogksalsrnr', 'gksvus', 'ekffo'],
]
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Bits one letter of each kind is worth: the logarithm of how many there are. */
const kinds: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/(?![A-Za-z])\p{L}/u, 1_000],
  [/[^\p{L}\d]/u, 30],
]

/**
 * How long a password would stand up to guessing, roughly: its letters, with words, runs along the keyboard or the
 * alphabet and repetitions counted as the little they add. An estimate to go by as one types; what is refused is
 * said by the server (D-17).
 * @param personal the address, the name: what others know is worth little.
 */
export function passwordStrength(
  password: string,
  personal: readonly string[] = [],
): PasswordStrength {
  if (password.length < passwordLength.min) return 'weak'
  const pool = kinds.reduce((sum, [kind, many]) => sum + (kind.test(password) ? many : 0), 0)
  const bits = lettersThatCount(password, personal) * Math.log2(Math.max(pool, 2))
  return bits < 45 ? 'weak' : bits < 66 ? 'fair' : 'strong'
}

function lettersThatCount(password: string, personal: readonly string[]): number {
  let text = password.toLowerCase()
  let count = 0
  const known = personal
    .flatMap((one) => one.toLowerCase().split(/[@.\s]/))
    .filter((one) => one.length > 2)
  for (const word of [...known, ...messages]) {
    // A word is worth about as much as one letter and a half.
    const pieces = text.split(word)
    count += (pieces.length - 1) * 1.5
    text = pieces.join(' ')
  }
  const letters = [...text]
  const seen = new Set<string>()
  letters.forEach((letter, at) => {
    if (letter === ' ') return
    const before = letters[at - 1] ?? ''
    count += letter === before || follows(before, letter) ? 0.2 : seen.has(letter) ? 0.6 : 1
    seen.add(letter)
  })
  return count
}

/** Whether one key is next to the other, up or down a row. */
const follows = (one: string, other: string): boolean =>
  one !== '' && rows.some((row) => row.includes(one + other) || row.includes(other + one))
