/**
 * Time and random numbers of films. Each frame is a pure function of its second, so that a still, a slice and the whole film
 * agree to the pixel.
 */

/** A source of numbers in [0, 1). */
export type Random = () => number

/** Seeded generator (mulberry32, public domain): the same seed gives the same world on every machine. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A number in [0, 1) that belongs to an integer: for particles that need no list. */
export function chance(index: number, salt = 0): number {
  return seeded(Math.imul(index + 1, 2654435761) ^ Math.imul(salt + 7, 40503))()
}

export const clamp = (value: number, low = 0, high = 1): number =>
  Math.min(high, Math.max(low, value))

export const lerp = (from: number, to: number, u: number): number => from + (to - from) * u

/** Slow in, slow out on [0, 1]. */
export const smooth = (u: number): number => {
  const x = clamp(u)
  return x * x * (3 - 2 * x)
}

/** Fast in, slow out on [0, 1]. */
export const settle = (u: number): number => 1 - (1 - clamp(u)) ** 3

/** Slow in, fast out on [0, 1]. */
export const depart = (u: number): number => clamp(u) ** 3

/** Goes over the mark and comes back, on [0, 1]. */
export const spring = (u: number): number => {
  const x = clamp(u)
  return 1 - Math.cos(x * Math.PI * 2.4) * Math.exp(-x * 5) * (1 - x)
}

/** Returns the eased progress of `t` from `start` to `end`: 0 before, 1 after. */
export const ramp = (t: number, start: number, end: number): number =>
  smooth((t - start) / (end - start))

/** 0, up over `fade` seconds after `start`, 1, down over `fade` seconds before `end`, 0. */
export const between = (t: number, start: number, end: number, fade = 1): number =>
  Math.min(ramp(t, start, start + fade), 1 - ramp(t, end - fade, end))

/** A sine of the given period in seconds, phase in turns. */
export const wave = (t: number, period: number, phase = 0): number =>
  Math.sin((t / period + phase) * Math.PI * 2)

/** Remainder that is never negative: for things that leave on one side and return on the other. */
export const wrap = (value: number, size: number): number => ((value % size) + size) % size
