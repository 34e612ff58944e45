/**
 * Inverts a symmetric positive definite matrix in place by its Cholesky factor: A = LLᵀ, A⁻¹ = L⁻ᵀL⁻¹. About n³ multiplications
 * and no memory beside the matrix and a few rows. Reads and writes the lower triangle alone.
 * @param matrix n rows of n numbers
 * @throws Error if the matrix is not positive definite
 */
export function invertPositiveDefinite(matrix: Float64Array, n: number): void {
  factorize(matrix, n)
  invertFactor(matrix, n)
  multiplyByTranspose(matrix, n)
}

/** Replaces A by L. */
function factorize(matrix: Float64Array, n: number): void {
  for (let row = 0; row < n; row++) {
    const own = row * n
    for (let column = 0; column <= row; column++) {
      const other = column * n
      let sum = matrix[own + column]!
      // Two accumulators, because additions to one depend on each other.
      let second = 0
      let k = 0
      for (; k + 3 < column; k += 4) {
        sum -= matrix[own + k]! * matrix[other + k]! + matrix[own + k + 1]! * matrix[other + k + 1]!
        second +=
          matrix[own + k + 2]! * matrix[other + k + 2]! +
          matrix[own + k + 3]! * matrix[other + k + 3]!
      }
      for (; k < column; k++) second += matrix[own + k]! * matrix[other + k]!
      sum -= second
      if (column < row) matrix[own + column] = sum / matrix[other + column]!
      else if (sum > 0) matrix[own + column] = Math.sqrt(sum)
      else throw new Error(`The matrix is not positive definite in row ${row}`)
    }
  }
}

/** Replaces L by L⁻¹, row by row: each row depends on its part of L and on the finished rows above. */
function invertFactor(matrix: Float64Array, n: number): void {
  const factor = new Float64Array(n)
  for (let row = 0; row < n; row++) {
    const own = row * n
    factor.set(matrix.subarray(own, own + row))
    const scale = 1 / matrix[own + row]!
    matrix.fill(0, own, own + row)
    matrix[own + row] = scale
    addRows(matrix, n, { row, factor, scale: -scale })
  }
}

/** Adds `scale * factor[k]` times row k to `row`, for the rows above it; row k has k + 1 numbers. */
function addRows(
  matrix: Float64Array,
  n: number,
  { row, factor, scale }: { row: number; factor: Float64Array; scale: number },
): void {
  const target = row * n
  let k = 0
  // Processing four rows per pass loads and stores the target a quarter as often. The second loop adds the columns right of
  // the first diagonal.
  for (; k + 3 < row; k += 4) {
    const first = k * n
    const second = first + n
    const third = second + n
    const fourth = third + n
    const a = scale * factor[k]!
    const b = scale * factor[k + 1]!
    const c = scale * factor[k + 2]!
    const d = scale * factor[k + 3]!
    for (let column = 0; column <= k; column++)
      matrix[target + column]! +=
        a * matrix[first + column]! +
        b * matrix[second + column]! +
        c * matrix[third + column]! +
        d * matrix[fourth + column]!
    for (let column = k + 1; column <= k + 3; column++) {
      let sum = d * matrix[fourth + column]!
      if (column <= k + 1) sum += b * matrix[second + column]!
      if (column <= k + 2) sum += c * matrix[third + column]!
      matrix[target + column]! += sum
    }
  }
  for (; k < row; k++) {
    const weight = scale * factor[k]!
    for (let column = 0; column <= k; column++)
      matrix[target + column]! += weight * matrix[k * n + column]!
  }
}

/** Replaces the lower triangle of M by that of MᵀM. Row k of M is last needed when it is added, and its place is then free. */
function multiplyByTranspose(matrix: Float64Array, n: number): void {
  const rows = [0, 1, 2, 3].map(() => new Float64Array(n)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let k = 0; k < n; k += 4) {
    for (const [index, row] of rows.entries()) {
      row.fill(0)
      const source = k + index
      if (source >= n) continue
      row.set(matrix.subarray(source * n, source * n + source + 1))
      matrix.fill(0, source * n, source * n + source + 1)
    }
    const [first, second, third, fourth] = rows
    for (let row = 0; row < Math.min(n, k + 4); row++) {
      const target = row * n
      const a = first[row]!
      const b = second[row]!
      const c = third[row]!
      const d = fourth[row]!
      for (let column = 0; column <= row; column++)
        matrix[target + column]! +=
          a * first[column]! + b * second[column]! + c * third[column]! + d * fourth[column]!
    }
  }
}
