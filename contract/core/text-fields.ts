/** Text that people type: names, titles, bodies. */
import { cleanText, countCharacters } from './characters.ts'
import * as z from 'zod/mini'

/** At least one character that shows something: marks need another one to combine with. */
const isVisible = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

type Length = { min: number; max: number }

/** Text without anything visible has the length 0. */
const hasLength = ({ min, max }: Length) =>
  z.check<string>(({ value, issues }) => {
    const length = isVisible(value) ? countCharacters(value) : 0
    const issue = { origin: 'string', inclusive: true, input: value } as const
    if (length < min) issues.push({ code: 'too_small', minimum: min, ...issue })
    if (countCharacters(value) > max) issues.push({ code: 'too_big', maximum: max, ...issue })
  })

/** No lone surrogates, which PostgreSQL cannot store. */
const isWellFormed = z.refine<string>((text) => text.isWellFormed())

const textField = (length: Length, pattern: RegExp, normalize = (text: string) => text) =>
  z
    .string()
    .check(
      z.overwrite((text) => normalize(cleanText(text))),
      isWellFormed,
      z.regex(pattern),
      hasLength(length),
    )
    // For the API's documentation, where lengths are code points too.
    .register(z.globalRegistry, { minLength: length.min, maxLength: length.max })

/** One line without control characters. */
export const singleLineText = (length: Length) => textField(length, /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)

/** Several lines without control characters other than tab, CR and LF. */
export const multilineText = (length: Length) => textField(length, /^(?:\P{Cc}|[\t\r\n])*$/u)

/** The name of a person or profile, trimmed: one line of assigned characters without angle brackets. */
export const nameText = (length: Length) =>
  textField(length, /^[^\p{Cc}\p{Cn}\p{Co}\p{Zl}\p{Zp}<>]*$/u, (text) => text.trim())

export const reasonLength = { min: 1, max: 200 } as const

/** The reason of an action of staff, for the audit log: one line. */
export const Reason = singleLineText(reasonLength)
