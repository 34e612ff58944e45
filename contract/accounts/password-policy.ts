import { normalizeText } from '#contract/core/characters.ts'
import { trimEndMatching } from '#contract/core/trim-end.ts'
import { commonPasswords } from './common-passwords.ts'
import { convertHangulToQwerty, romanize } from 'es-hangul'

/** Sequences of digits, letters and keys, in both directions. Any part of one is too common. */
const sequences = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
  '가나다라마바사아자차카타파하',
].flatMap((sequence) => [sequence, [...sequence].reverse().join('')])

/**
 * Checks a password beyond its length, for the service and, while it is typed, for the page that loads this file then. No
 * character classes are required; common passwords and passwords that contain the member's name, address or the service
 * name are refused.
 * @returns `too_common`, `too_personal`, or null if it is acceptable.
 */
export function checkPasswordPolicy(
  password: string,
  { email, username, service_name }: { email: string; username: string; service_name: string },
): 'too_common' | 'too_personal' | null {
  const normalized = normalizeText(password, 'NFKC').toLowerCase()
  if (isCommon(normalized)) return 'too_common'
  // Punctuation is ignored: `min-ji.kim` contains `minjikim`.
  const compact = stripPunctuation(normalized)
  const personalNames = [email.split('@')[0]?.split('+')[0] ?? '', username].map(foldName)
  const names = [
    ...serviceNameForms(service_name).map(foldName),
    ...personalNames,
    ...personalNames.map((name) => convertHangulToQwerty(name).toLowerCase()),
  ]
  return names
    .filter(Boolean)
    .some((name) => (isDistinctive(name) ? compact.includes(name) : compact === name))
    ? 'too_personal'
    : null
}

const foldName = (name: string) => stripPunctuation(normalizeText(name, 'NFKC').toLowerCase())

const stripPunctuation = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** Shorter names occur in many words by chance, so they are refused only as the whole password. */
const isDistinctive = (name: string) => name.length >= (/[가-힣]/.test(name) ? 2 : 4)

/** Removes trailing digits and punctuation: `password2026!` becomes `password`. */
const stem = (text: string) => trimEndMatching(text, /[^\p{L}]/u)

const stems = new Set([...commonPasswords].map(stem).filter((word) => word.length >= 3))

function isCommon(normalized: string): boolean {
  if (/^01[016789]-?\d{3,4}-?\d{4}$/.test(normalized)) return true
  return [normalized, trimEndMatching(normalized, /[^\p{L}\p{N}]/u), stem(normalized)].some(
    (text) => {
      const unit = repeatingUnit(text)
      // `aaaaaaaaaa`, `1212121212`, `abcabcabcabc`.
      if (unit.length <= 3 && text.length > unit.length) return true
      return [text, unit].some(
        (candidate) =>
          commonPasswords.has(candidate) ||
          stems.has(candidate) ||
          (candidate.length >= 4 && sequences.some((sequence) => sequence.includes(candidate))),
      )
    },
  )
}

/** The shortest unit that yields `text` when repeated; `text` itself if it has no period. */
function repeatingUnit(text: string): string {
  const at = (text + text).indexOf(text, 1)
  return at > 0 ? text.slice(0, at) : text
}

/** The name of the service as it may be typed: itself, romanized, and as Hangul keystrokes on a QWERTY keyboard. */
export const serviceNameForms = (name: string): string[] => [
  name,
  romanize(name),
  convertHangulToQwerty(name),
]
