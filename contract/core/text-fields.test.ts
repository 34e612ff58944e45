import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cleanText, countCharacters, normalizeText } from './characters.ts'
import { multilineText, nameText, singleLineText } from './text-fields.ts'

const family = '👨‍👩‍👧‍👦'
const name = nameText({ min: 1, max: 12 })
const title = singleLineText({ min: 1, max: 100 })
const body = multilineText({ min: 1, max: 1_000 })

/** The codes of the issues, or the parsed text. */
const resultOf = (schema: z.ZodMiniType<string>, text: string) => {
  const { success, data, error } = z.safeParse(schema, text)
  return success ? data : error.issues.map(({ code }) => code).join()
}

test.each([
  ...['\u3164', '\u115f', '\u1160', '\uffa0', '\u2800', '\u034f', '\u200b', '\u200d', '\u2060'],
  '\u{1d159}',
  ...['\u00ad', '\ufeff', '\u180e', '\u061c', '\u202e', '\u2066\u2069', '\ufe0f', '\u{e0041}'],
  ...['\ufffc', '\ufff9', '\u{1d159}'],
  ...['\u0301', '\u0301\u0302', '\u20e3', ' ', '\u3000', '', '\u2800 \u3164'],
])('refuses a text of nothing visible: %j', (text) => {
  for (const schema of [name, title, body]) expect(resultOf(schema, text)).toBe('too_small')
})

test.each([family, '👍🏽', '🇰🇷', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣ 등', '❤️‍🔥', '👩🏻‍❤️‍💋‍👨🏿', '김한편', 'José', 'O’Neil'])(
  'keeps %s',
  (text) => {
    for (const schema of [name, title, body]) expect(resultOf(schema, text)).toBe(text)
  },
)

test.each([
  ['김\u200b한\u3164편\u2800', '김한편'],
  ['\u202eadmin', 'admin'],
  ['김\ufffc', '김'],
  ['새봄\u200d', '새봄'],
  ['\u1100\u1161', '가'],
  ['👍\u200d', '👍'],
])('cleans %j to %j', (text, cleaned) => {
  expect(cleanText(text)).toBe(cleaned)
})

test('keeps ten marks of a letter, whatever separates the others, so that no order of marks is slow', () => {
  const marks = '\u0301'.repeat(15_000) + '\u0334'.repeat(15_000)
  for (const form of ['NFC', 'NFKC'] as const)
    expect(normalizeText(`a${marks}b`, form)).toBe(normalizeText(`a${marks.slice(0, 10)}b`, form))
  expect(cleanText(`a${'\u0301\u200d'.repeat(15_000)}b`)).toBe(`á${'\u0301'.repeat(9)}b`)
  expect(resultOf(body, `가${marks}`)).toBe(`가${'\u0301'.repeat(10)}`)
  expect(normalizeText('Việt, ไม่, שָׁלוֹם, 각')).toBe('Việt, ไม่, שָׁלוֹם, 각'.normalize('NFC'))
})

test('counts code points', () => {
  expect(countCharacters(family)).toBe(7)
  expect(resultOf(title, '🎬'.repeat(100))).toBe('🎬'.repeat(100))
  expect(resultOf(title, '🎬'.repeat(101))).toBe('too_big')
  expect(resultOf(body, `${'가'.repeat(1_000)}\u200b`)).toBe('가'.repeat(1_000))
})

test('refuses control characters, lone surrogates and lines in one line', () => {
  for (const text of ['a\0b', 'a\u0007', 'a\ud800'])
    for (const schema of [name, title, body]) expect(resultOf(schema, text)).not.toBe(text)
  expect(resultOf(title, 'a\nb')).toBe('invalid_format')
  expect(resultOf(body, 'a\r\n\tb')).toBe('a\r\n\tb')
  expect(resultOf(name, '<b>')).toBe('invalid_format')
})

test('trims names, and keeps titles and bodies as typed', () => {
  expect(resultOf(name, ' 새봄\u200d ')).toBe('새봄')
  for (const schema of [title, body]) expect(resultOf(schema, ' 새봄 ')).toBe(' 새봄 ')
})
