/**
 * The seed of random tests: `SEED`, or one that is drawn once per test file, so that a retry repeats what failed. It is
 * printed when a file first uses it.
 */

let drawn: number | undefined

/**
 * @param given the environment variable `SEED`.
 * @throws if `given` is not a whole number from 0 to 2^31 - 1.
 */
export function parseSeed(given: string | undefined): number | undefined {
  if (given === undefined || given === '') return undefined
  if (!/^\d{1,10}$/.test(given) || Number(given) >= 2 ** 31)
    throw new Error(`SEED of a random test must be a whole number below 2^31, not "${given}"`)
  return Number(given)
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
