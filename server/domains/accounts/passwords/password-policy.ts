import type { FieldCode } from '#contract/core/problem-codes.ts'
import { commonPasswords } from './common-passwords.ts'
import { convertHangulToQwerty } from 'es-hangul'

/** Under all its names: as it is called, written in Latin letters, and typed on an English keyboard. */
const serviceNames = ['한편', 'hanpyeon', 'gksvus']

/** Rows of digits, letters and keys. A piece of one, in either direction, is no secret. */
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
  '가나다라마바사아자차카타파하',
].flatMap((row) => [row, [...row].reverse().join('')])

/**
 * D-17: what is wrong with a password beyond its length, or null. No composition is asked for: what everybody has is refused,
 * and what says who he is.
 */
export function checkPasswordPolicy(
  password: string,
  { email, username }: { email: string; username: string },
): FieldCode | null {
  const typed = password.normalize('NFKC').toLowerCase()
  if (isCommon(typed)) return 'too_common'
  // Marks between the letters hide nothing: `min-ji.kim` is `minjikim`.
  const bare = letters(typed)
  const own = [email.split('@')[0]?.split('+')[0] ?? '', username].map((name) =>
    letters(name.normalize('NFKC').toLowerCase()),
  )
  const names = [
    ...serviceNames,
    ...own,
    ...own.map((name) => convertHangulToQwerty(name).toLowerCase()),
  ]
  return names.some((name) => (isTelling(name) ? bare.includes(name) : bare === name))
    ? 'too_personal'
    : null
}

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** A name so short that it is in many words by chance is no fault but as the whole password. */
const isTelling = (name: string) => name.length >= (/[가-힣]/.test(name) ? 2 : 4)

/** Without the digits and marks that are hung on behind: `Password2026!` is `password`. */
const stem = (text: string) => text.replace(/[^\p{L}]+$/u, '')

const stems = new Set([...commonPasswords].map(stem).filter((word) => word.length >= 3))

function isCommon(typed: string): boolean {
  if (/^01[016789]-?\d{3,4}-?\d{4}$/.test(typed)) return true
  return [typed, typed.replace(/[^\p{L}\p{N}]+$/u, ''), stem(typed)].some((text) => {
    const unit = unitOf(text)
    // `aaaaaaaaaa`, `1212121212`, `abcabcabcabc`.
    if (unit.length <= 3 && text.length > unit.length) return true
    return [text, unit].some(
      (one) =>
        commonPasswords.has(one) ||
        stems.has(one) ||
        (one.length >= 4 && rows.some((row) => row.includes(one))),
    )
  })
}

/** The shortest piece that makes `text` when it is repeated; `text` itself where nothing is. */
function unitOf(text: string): string {
  const at = (text + text).indexOf(text, 1)
  return at > 0 ? text.slice(0, at) : text
}
