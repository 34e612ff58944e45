import { expect, it } from 'vitest'
import { isAdult } from './adult.ts'

const now = new Date('2026-05-01T12:00:00.000Z')

it.each([
  [null, false],
  ['2026-05-01T12:00:00.000Z', false],
  ['2026-05-01T12:00:00.001Z', true],
])('a proof of age until %s holds: %s', (adult_verified_until, expected) => {
  expect(isAdult({ adult_verified_until }, now)).toBe(expected)
})
