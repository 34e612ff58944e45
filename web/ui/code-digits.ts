import { codeLength } from '#contract/accounts/account-rules.ts'

const whole = new RegExp(`(?<!\\d)\\d{${codeLength}}(?!\\d)`)
const halves = new RegExp(
  `(?<!\\d)(\\d{${codeLength / 2}})[\\s\\u00b7-](\\d{${codeLength / 2}})(?!\\d)`,
)

/**
 * The code in what somebody typed or pasted: `123 456`, `[한편] 인증번호 123456 (3분)`, full-width figures. Where no
 * group of figures looks like a code, the first figures of all.
 */
export function digitsOf(text: string): string {
  const plain = text.normalize('NFKC')
  const halved = halves.exec(plain)
  return (
    whole.exec(plain)?.[0] ??
    (halved ? `${halved[1]}${halved[2]}` : plain.replace(/\D/g, '').slice(0, codeLength))
  )
}
