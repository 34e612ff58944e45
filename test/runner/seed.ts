/**
 * The seed of random tests: `SEED`, or one that is drawn once per test file, so that a retry repeats what failed. It is
 * printed when a file first uses it.
 */

let drawn: number | undefined

/**
 * Parses the environment variable `SEED`.
 * @throws if it is not a whole number from 0 to 2^31 - 1.
 */
export function parseSeed(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined
  if (!/^\d{1,10}$/.test(value) || Number(value) >= 2 ** 31)
    throw new Error(`SEED of a random test must be a whole number below 2^31, not "${value}"`)
  return Number(value)
}

/** Returns the same number for the whole test file. */
export function getSeed(): number {
  if (drawn === undefined) {
    drawn = parseSeed(process.env['SEED']) ?? Math.trunc(Math.random() * 2 ** 31)
    process.stdout.write(`random tests: SEED=${drawn}\n`)
  }
  return drawn
}

/** Returns a generator of numbers from 0 up to 1, the same sequence for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
