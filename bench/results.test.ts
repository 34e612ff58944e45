import { expect, it } from 'vitest'
import { summarizeResults } from './results.ts'

const result = (name: string, rest: { ratio?: number; bar?: string; baseline?: string }) => ({
  name,
  ours: '',
  baseline: '',
  bar: '',
  date: '2026-11-28',
  ...rest,
})
const namesOf = (results: Parameters<typeof summarizeResults>[0]) =>
  summarizeResults(results).map(({ name }) => name)

it('shows the lowest of the ratios that must reach the same bar', () => {
  const list = result('list', { ratio: 1.1, bar: '>= 0.8' })
  const page = result('page', { ratio: 0.9, bar: '>= 0.8' })
  expect(namesOf([list, page])).toEqual(['page, worst of 2'])
})

it('shows the highest of the ratios that must stay below the same bar', () => {
  const short = result('short', { ratio: 1.1, bar: '<= 1.3' })
  const long = result('long', { ratio: 1.2, bar: '<= 1.3' })
  expect(namesOf([short, long])).toEqual(['long, worst of 2'])
})

it('shows each absolute result that has a bar or a baseline', () => {
  const first = result('first', { bar: '< 4 s' })
  const again = result('again', { bar: '< 4 s' })
  const beside = result('beside', { baseline: '40 ms without' })
  const alone = result('alone', {})
  expect(namesOf([first, again, beside, alone])).toEqual(['first', 'again', 'beside'])
})
