import fc from '#test/runner/fast-check.ts'
import { expect, test } from 'vitest'
import { excerptAround } from './faq-item.tsx'

const findMatches = (text: string, word: string) =>
  [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({
    start: index,
    end: index + word.length,
  }))

test('a match near the beginning yields an excerpt from the beginning', () => {
  const text = '구매한 지 7일 안이라면\n\n전액 환불해 드려요.'
  expect(excerptAround(text, findMatches(text, '환불'))).toEqual({
    text: '구매한 지 7일 안이라면  전액 환불해 드려요.',
    matched: [{ start: 18, end: 20 }],
  })
})

test('a match further down yields an excerpt from a word shortly before it', () => {
  const text = `${'앞에 오는 이야기가 길어요. '.repeat(20)}환불은 7일 안에 할 수 있어요.`
  const excerpt = excerptAround(text, findMatches(text, '환불'))!
  expect(excerpt.text).toBe('…길어요. 앞에 오는 이야기가 길어요. 환불은 7일 안에 할 수 있어요.')
  const [range] = excerpt.matched
  expect(excerpt.text.slice(range!.start, range!.end)).toBe('환불')
})

test('no match yields no excerpt', () => expect(excerptAround('아무 말', [])).toBeNull())

test('the ranges of an excerpt cover the matches, wherever they are', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 400 }), (a, b) => {
      const text = `${a}환불${b}`
      const excerpt = excerptAround(text, findMatches(text, '환불'))!
      expect(excerpt.matched.length).toBeGreaterThan(0)
      for (const { start, end } of excerpt.matched)
        expect(excerpt.text.slice(start, end)).toBe('환불')
    }),
  )
})
