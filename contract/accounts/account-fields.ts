import { codeLength, passwordLength, usernameLength } from './account-rules.ts'
import * as z from 'zod/mini'

/** An address as people type it: one @, a dotted host, ASCII alone (look-alike letters are another address). */
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

/** A Korean mobile number. Dashes, spaces and +82 are how people write it; its digits are what is kept. */
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

/** A name without control characters, line ends or marks that turn the writing direction. */
export const Username = z
  .string()
  .check(
    z.trim(),
    z.normalize(),
    z.minLength(usernameLength.min),
    z.maxLength(usernameLength.max),
    z.regex(/^[^\p{C}\p{Zl}\p{Zp}<>]*$/u),
  )

/** D-17. What is common or personal is refused by the use case, which knows both. */
export const NewPassword = z
  .string()
  .check(z.minLength(passwordLength.min), z.maxLength(passwordLength.max))

/** A password typed to be compared: of any length that cannot hurt. */
export const CurrentPassword = z.string().check(z.minLength(1), z.maxLength(1024))
