import { expect, test } from 'vitest'
import { createSuggestionFetcher, debounceMs, type SuggestionState } from './suggestions.ts'

function setUp() {
  const asked: { q: string; signal: AbortSignal; answer: (fails?: boolean) => Promise<void> }[] = []
  const shown: SuggestionState[] = []
  let due: (() => void) | null = null
  const suggester = createSuggestionFetcher({
    ask: (q, signal) =>
      new Promise((resolve, reject) => {
        const answer = async (fails = false) => {
          if (fails) reject(new Error('no answer'))
          else resolve({ results: [], interpreted_as: null })
          await new Promise(setImmediate)
        }
        asked.push({ q, signal, answer })
      }),
    tell: (suggestions) => void shown.push(suggestions),
    after(ms, run) {
      expect(ms).toBe(debounceMs)
      due = run
      return () => void (due = null)
    },
  })
  return {
    suggester,
    asked,
    shown: () => shown.at(-1),
    /** The pause after the last key passes. */
    rest() {
      const run = due
      due = null
      run?.()
    },
    questions: () => asked.map(({ q }) => q),
  }
}

test('somebody is taken at his word after a pause', () => {
  const { suggester, rest, questions } = setUp()
  for (const q of ['ㅇ', '오', '옺', '오지', '오징']) suggester.typed(q)
  rest()
  rest()
  expect(questions()).toEqual(['오징'])
})

test('an earlier question is called off, and its answer is shown to nobody', async () => {
  const { suggester, rest, asked, shown } = setUp()
  suggester.typed('오')
  rest()
  suggester.typed('오징')
  rest()
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await asked[1]!.answer()
  await asked[0]!.answer()
  expect(shown()?.q).toBe('오징')
})

test('a syllable that is taken away and put in again is asked once, answered or not', async () => {
  const { suggester, rest, asked, questions } = setUp()
  const again = () => {
    suggester.typed('오징')
    suggester.typed('오징어')
    rest()
  }
  suggester.typed('오징')
  rest()
  await asked[0]!.answer()
  suggester.typed('오징어')
  rest()
  again()
  await asked[1]!.answer()
  again()
  expect(questions()).toEqual(['오징', '오징어'])
})

test('gone back to what is shown: the question about the rest is called off', async () => {
  const { suggester, rest, asked, questions, shown } = setUp()
  suggester.typed('오')
  rest()
  await asked[0]!.answer()
  suggester.typed('오징')
  rest()
  suggester.typed('오')
  rest()
  await asked[1]!.answer()
  expect([questions(), asked[1]!.signal.aborted, shown()?.q]).toEqual([['오', '오징'], true, '오'])
})

test('an empty field has none, at once; what failed is asked again', async () => {
  const { suggester, rest, asked, questions, shown } = setUp()
  suggester.typed('오')
  rest()
  await asked[0]!.answer(true)
  expect(shown()).toMatchObject({ q: '오', failed: true })
  suggester.typed('오')
  rest()
  suggester.typed('')
  expect(shown()).toMatchObject({ q: '', failed: false })
  await asked[1]!.answer()
  expect([questions(), shown()?.q]).toEqual([['오', '오'], ''])
})
