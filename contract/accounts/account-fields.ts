import { codeLength, passwordLength, usernameLength } from './account-rules.ts'
import * as z from 'zod/mini'

/** An e-mail address: one `@`, a dotted host, ASCII only, because look-alike letters are a different address. */
export const Email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.regex(
      /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/,
    ),
  )

/** A Korean mobile number. Accepts dashes, spaces and `+82`; the output is digits only. */
export const PhoneNumber = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(30)),
    z.transform((text) =>
      text
        .replace(/[\s.-]/g, '')
        .replace(/^\+?82/, '0')
        .replace(/^00/, '0'),
    ),
  ),
  z.string().check(z.regex(/^01[016789]\d{7,8}$/)),
)

export const Code = z.string().check(z.trim(), z.regex(new RegExp(`^\\d{${codeLength}}$`)))

/** A display name without control characters, line separators or bidirectional overrides. */
export const Username = z
  .string()
  .check(
    z.trim(),
    z.normalize(),
    z.minLength(usernameLength.min),
    z.maxLength(usernameLength.max),
    z.regex(/^[^\p{C}\p{Zl}\p{Zp}<>]*$/u),
  )

/** D-17. The use case rejects common and personal passwords, because only it has that data. */
export const NewPassword = z
  .string()
  .check(z.minLength(passwordLength.min), z.maxLength(passwordLength.max))

/** A password to compare. The upper bound only limits the hashing cost. */
export const CurrentPassword = z.string().check(z.minLength(1), z.maxLength(1024))
