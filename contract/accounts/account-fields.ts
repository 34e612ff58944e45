import { codeLength, passwordLength, usernameLength } from './account-rules.ts'
import { cleanText, normalizeText } from '#contract/core/characters.ts'
import { nameText } from '#contract/core/text-fields.ts'
import * as z from 'zod/mini'

/**
 * An e-mail address: one `@`, a dotted host, ASCII only, because look-alike letters are a different address. Letters of another
 * width and invisible characters, as typed and pasted, become those that the member sees; what encloses a pasted address
 * goes.
 */
export const Email = z
  .string()
  .check(
    z.maxLength(1_000),
    z.overwrite(toAddress),
    z.maxLength(254),
    z.regex(
      /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/,
    ),
  )

function toAddress(text: string): string {
  return normalizeText(cleanText(text), 'NFKC')
    .replaceAll('\u3002', '.')
    .trim()
    .toLowerCase()
    .replace(/^mailto:|^</, '')
    .replace(/[>.,]$/, '')
}

/**
 * A Korean mobile number as typed or pasted from contacts, links and spreadsheets: with dashes, dots, spaces, brackets,
 * quotes, digits of another width and invisible marks, and with the country code as `+82`, `82` or `0082`, before or without
 * the `0` of the area, which spreadsheets drop. The output is digits only.
 */
export const PhoneNumber = z.pipe(
  z.pipe(z.string().check(z.maxLength(60)), z.transform(toNationalNumber)),
  // Numbers of 010 have eight more digits; seven follow only the former prefixes.
  z.string().check(z.regex(/^(?:010\d{8}|01[16789]\d{7,8})$/)),
)

function toNationalNumber(text: string): string {
  return (
    normalizeText(cleanText(text), 'NFKC')
      .replace(/^\s*tel:/i, '')
      // The vowel ㅡ, typed for a dash, becomes U+1173.
      .replace(/[\s\p{Pd}\p{Pi}\p{Pf}\u2212\u1173().,:=~_'"\u00b7\u30fb/]/gu, '')
      .replace(/^(?:\+|00)?82(?=0?1)/, '0')
      .replace(/^00(?=1)/, '0')
      .replace(/^10(?=\d{8}$)/, '010')
  )
}

export const Code = z.string().check(z.trim(), z.regex(new RegExp(`^\\d{${codeLength}}$`)))

export const Username = nameText(usernameLength)

/** The use case rejects common and personal passwords, because only it has that data. */
export const NewPassword = z
  .string()
  .check(z.minLength(passwordLength.min), z.maxLength(passwordLength.max))

/** A password to compare. The upper bound only limits the hashing cost. */
export const CurrentPassword = z.string().check(z.minLength(1), z.maxLength(1024))
