/** Size, mean and unbiased variance of one arm. */
export type Sample = { count: number; mean: number; variance: number }

export type Comparison = {
  /** Mean of the treatment less that of the control. */
  difference: number
  /** The bounds of its 95 % confidence interval. */
  low: number
  high: number
}

/** Fewer profiles an arm are not compared: watched minutes are skewed, and the mean of few is not normal. */
const minCount = 30

/**
 * Compares two means by Welch's interval, which does not assume equal variances: the difference ± t · √(s₁²/n₁ + s₂²/n₂), with
 * the 0.975 quantile of Student's t for the degrees of freedom of Welch and Satterthwaite (Welch 1947,
 * doi:10.1093/biomet/34.1-2.28).
 * @returns null for arms that are too small.
 */
export function compareMeans(control: Sample, treatment: Sample): Comparison | null {
  if (control.count < minCount || treatment.count < minCount) return null
  const errors = [control, treatment].map(({ variance, count }) => variance / count) as [
    number,
    number,
  ]
  const sum = errors[0] + errors[1]
  const difference = treatment.mean - control.mean
  if (sum === 0) return { difference, low: difference, high: difference }
  const freedom =
    sum ** 2 / (errors[0] ** 2 / (control.count - 1) + errors[1] ** 2 / (treatment.count - 1))
  const margin = studentQuantile975(freedom) * Math.sqrt(sum)
  return { difference, low: difference - margin, high: difference + margin }
}

/** The 0.975 quantile of the normal distribution. */
const x = 1.959963984540054

/**
 * The 0.975 quantile of Student's t by its expansion around the normal one (Abramowitz and Stegun 1964, 26.7.5). From 29 degrees
 * of freedom on it is exact to six digits.
 */
export function studentQuantile975(freedom: number): number {
  const terms = [
    (x ** 3 + x) / 4,
    (5 * x ** 5 + 16 * x ** 3 + 3 * x) / 96,
    (3 * x ** 7 + 19 * x ** 5 + 17 * x ** 3 - 15 * x) / 384,
    (79 * x ** 9 + 776 * x ** 7 + 1_482 * x ** 5 - 1_920 * x ** 3 - 945 * x) / 92_160,
  ]
  return terms.reduce((sum, term, index) => sum + term / freedom ** (index + 1), x)
}
