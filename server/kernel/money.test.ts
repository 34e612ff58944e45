import { expect, it } from 'vitest'
import { won } from './money.ts'

it.each([0, 1, 9_900])('accepts %s won', (amount) => expect(won(amount)).toBe(amount))

it.each([-1, 0.5, Number.NaN, Infinity, 2 ** 53])('throws for %s won', (amount) => {
  expect(() => won(amount)).toThrow(new RangeError(`${amount} is no amount`))
})
