import { expect, test } from 'vitest'
import { parseJson, tryParseJson } from './parse-json.ts'

const nested = (levels: number, [open, close]: [string, string]) =>
  open.repeat(levels) + close.repeat(levels)

test.each([
  ['{"a":[1,"[[[[[[[[[[[[[[[[[[[[[[\\"{"]}', { a: [1, '[[[[[[[[[[[[[[[[[[[[[["{'] }],
  [nested(20, ['[', ']']), JSON.parse(nested(20, ['[', ']']))],
  ['[[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[]]', Array(21).fill([])],
])('parses %s', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

test.each([
  nested(21, ['[', ']']),
  nested(30_000, ['[', ']']),
  nested(10_000, ['{"a":', '}']),
  '{"a":',
  ']',
])('rejects %.20s', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError)
  expect(tryParseJson(text)).toBeUndefined()
})
