import fc from '#test/runner/fast-check.ts'
import { expect, test } from 'vitest'
import { excerptAround } from './faq-item.tsx'

const find = (text: string, word: string) =>
  [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({
    start: index,
    end: index + word.length,
  }))

test('what was found near the beginning is shown from the beginning', () => {
  const text = '구매한 지 7일 안이라면\n\n전액 환불해 드려요.'
  expect(excerptAround(text, find(text, '환불'))).toEqual({
    text: '구매한 지 7일 안이라면  전액 환불해 드려요.',
    matched: [{ start: 18, end: 20 }],
  })
})

test('further down, from a word a little before it', () => {
  const text = `${'앞에 오는 이야기가 길어요. '.repeat(20)}환불은 7일 안에 할 수 있어요.`
  const found = excerptAround(text, find(text, '환불'))!
  expect(found.text).toBe('…길어요. 앞에 오는 이야기가 길어요. 환불은 7일 안에 할 수 있어요.')
  const [mark] = found.matched
  expect(found.text.slice(mark!.start, mark!.end)).toBe('환불')
})

test('nothing found, nothing shown', () => expect(excerptAround('아무 말', [])).toBeNull())

test('marks stand on what was found, wherever that is', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 400 }), (a, b) => {
      const text = `${a}환불${b}`
      const found = excerptAround(text, find(text, '환불'))!
      expect(found.matched.length).toBeGreaterThan(0)
      for (const { start, end } of found.matched) expect(found.text.slice(start, end)).toBe('환불')
    }),
  )
})
