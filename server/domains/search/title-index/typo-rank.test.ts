import fc from '#test/runner/fast-check.ts'
import { expect, test } from 'vitest'
import { addPairs, keyFlags, pairMaskSize, toKeystrokes } from './keystrokes.ts'
import { mayBeTypo, noMatchRank, typoRank } from './match-ranking.ts'
import { planQuery } from './query-plan.ts'

/** The least number of wrong, missing or extra keys of `query` in a part of `name` that begins at a unit. */
function leastCost(query: Uint16Array, name: Uint16Array, flags: Uint8Array): number {
  let least = Infinity
  for (let from = 0; from < name.length; from++) {
    if (!(flags[from]! & keyFlags.unit)) continue
    let column = Array.from({ length: query.length + 1 }, (_, row) => row)
    least = Math.min(least, column.at(-1)!)
    for (let at = from; at < name.length; at++) {
      const next = [at - from + 1]
      for (let row = 1; row <= query.length; row++)
        next[row] = Math.min(
          column[row - 1]! + (query[row - 1] === name[at] ? 0 : 1),
          column[row]! + 1,
          next[row - 1]! + 1,
        )
      column = next
      least = Math.min(least, column.at(-1)!)
    }
  }
  return least
}

// Few letters, so that many names match; up to 40 syllables, so that queries are longer than a machine word.
const letters = fc.string({
  unit: fc.constantFrom('가', '나', '갈', '까', 'a', 'b', ' '),
  maxLength: 40,
})

/** Whether the filter before `typoRank` admits a name. */
function isAdmitted(q: string, name: string): boolean {
  const { codes } = toKeystrokes(name)
  const pairs = new Int32Array(2 * pairMaskSize)
  addPairs(codes, { start: 0, end: codes.length }, pairs, pairMaskSize)
  return mayBeTypo(planQuery(toKeystrokes(q)), pairs, 1)
}

test('accepts exactly the names with as few typing errors as a query may have', () => {
  fc.assert(
    fc.property(letters, letters, letters, fc.nat(), (before, q, after, pick) => {
      const keys = toKeystrokes(q)
      const plan = planQuery(keys)
      if (plan.max_typos === 0) return
      // The query with two letters replaced, between others.
      const typed = Array.from(q)
      typed[pick % typed.length] = '나'
      typed[(pick >> 8) % typed.length] = 'b'
      const name = before + typed.join('') + after
      const { codes, flags } = toKeystrokes(name)
      const isMatch = typoRank(plan, codes, flags, 0, codes.length) !== noMatchRank
      expect(isMatch).toBe(leastCost(keys.codes, codes, flags) <= plan.max_typos)
      expect(!isMatch || isAdmitted(q, name), `${q} in ${name}`).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('skips names that share too few pairs of keys with a query, without comparing them', () => {
  expect(isAdmitted('시네마 천국', '시내마 천극')).toBe(true)
  for (const name of ['시네마', '천국의 계단', '오징어 게임'])
    expect(isAdmitted('시네마 천국', name), name).toBe(false)
})
