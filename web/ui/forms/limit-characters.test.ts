import { expect, test } from 'vitest'
import { shortenAtCaret } from './limit-characters.ts'

test.each([
  ['text within the limit', '가나다', 3, 3, '가나다', 3],
  ['characters of two units within the limit', '😀😀😀', 6, 3, '😀😀😀', 6],
  ['text typed at the end', '가나다라', 4, 3, '가나다', 3],
  ['text pasted in the middle', '가😀😀나다', 5, 3, '가나다', 1],
  ['a limit below the rest', '가나다라', 0, 3, '가나다', 0],
])('shortens %s', (_, text, caret, max, expected, place) => {
  expect(shortenAtCaret(text, caret, max)).toEqual({ text: expected, caret: place })
})
