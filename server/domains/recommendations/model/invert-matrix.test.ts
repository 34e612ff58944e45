import { expect, test } from 'vitest'
import { invertPositiveDefinite } from './invert-matrix.ts'

/** A symmetric matrix with a dominant diagonal, from a small generator with a seed. */
function matrixOf(n: number, seed: number): Float64Array {
  let state = seed
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const matrix = new Float64Array(n * n)
  for (let row = 0; row < n; row++)
    for (let column = 0; column <= row; column++) {
      const value = row === column ? n + next() : next() - 0.5
      matrix[row * n + column] = value
      matrix[column * n + row] = value
    }
  return matrix
}

test.each([1, 2, 3, 4, 5, 7, 8, 13, 40])('inverts a matrix of %i rows', (n) => {
  const matrix = matrixOf(n, 7 + n)
  const inverse = matrix.slice()
  invertPositiveDefinite(inverse, n)
  // Only the lower triangle is defined.
  const inverseAt = (row: number, column: number) =>
    inverse[Math.max(row, column) * n + Math.min(row, column)]!
  for (let row = 0; row < n; row++)
    for (let column = 0; column < n; column++) {
      let sum = 0
      for (let k = 0; k < n; k++) sum += matrix[row * n + k]! * inverseAt(k, column)
      expect(sum).toBeCloseTo(row === column ? 1 : 0, 10)
    }
})

test('rejects a matrix that is not positive definite', () => {
  expect(() => invertPositiveDefinite(Float64Array.of(1, 2, 2, 1), 2)).toThrow(/row 1/)
})
